import type { Parsed } from '@assay/domain/parse/problem'
import fc from 'fast-check'
import { expect } from 'vitest'

// Output of programs, generated from their grammar, so that parsers can be tested against known values. Package
// registries have none of these programs, or only one version.

/**
 * Checks that a parser reads what was printed, and reads nothing from a truncated text that the whole text does not
 * contain.
 */
export function readsBack<T, Printed>(
  arbitrary: fc.Arbitrary<Printed>,
  {
    print,
    parse,
    expected,
  }: { print: (one: Printed) => string; parse: (text: string) => Parsed<T>; expected: (one: Printed) => unknown },
): void {
  fc.assert(
    fc.property(arbitrary, (one) => {
      expect(parse(print(one))).toMatchObject({ value: expected(one), problems: [] })
    }),
    { numRuns: 60 },
  )
}

export const count = (max: number, min = 0) => fc.integer({ min, max })
export const decimal = (digits: number, max = 1000) => fc.nat(max * 10 ** digits).map((n) => n / 10 ** digits)
export const ascending = (length: number, max: number, digits: number) =>
  fc
    .array(decimal(digits, max), { minLength: length, maxLength: length })
    .map((values) => values.toSorted((a, b) => a - b))
