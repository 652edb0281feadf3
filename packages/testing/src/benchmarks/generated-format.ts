import type { Parsed } from '@assay/domain/parse/problem'
import fc from 'fast-check'

/** A change that makes a report contradict itself, and a pattern for the line that the refusal must name. */
export type Violation = { name: string; change: (text: string) => string; line: RegExp }
export type GeneratedFormat = {
  name: string
  parse: (text: string, file: string) => Parsed<unknown>
  /** Consistent reports, generated from the grammar of the format. */
  valid: fc.Arbitrary<string>
  violations: readonly Violation[]
}

export const replaced = (name: string, from: RegExp | string, to: string, line: RegExp): Violation => ({
  name,
  change: (text) => text.replace(from, to),
  line,
})

/** A measurement: a number of operations in some seconds, with a mean latency between a minimum and a maximum. */
export const measured = fc
  .record({
    count: fc.integer({ min: 1000, max: 50000000 }),
    seconds: fc.double({ min: 1, max: 5000, noNaN: true }),
    clients: fc.integer({ min: 1, max: 512 }),
    mean: fc.double({ min: 20, max: 5000, noNaN: true }),
    below: fc.double({ min: 0.1, max: 1, noNaN: true }),
    above: fc.double({ min: 2, max: 50, noNaN: true }),
  })
  .map(({ seconds, ...rest }) => ({ ...rest, seconds: Number(seconds.toFixed(4)) }))

/** JSON as tools print it, one value on each line. */
export const pretty = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`

export const seconds = fc.double({ min: 0.001, max: 100, noNaN: true })

export const cutInHalf = { name: 'a cut report', change: (text: string) => text.slice(0, text.length / 2), line: /./ }
