import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesName } from './match-name.ts'

test('a star stands for any characters, as in a regular expression', () => {
  const few = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.'), maxLength: 8 })
  fc.assert(
    fc.property(few, few, (name, pattern) => {
      const parts = pattern.split('*').map((part) => part.replaceAll('.', String.raw`\.`))
      expect(matchesName(name, pattern)).toBe(new RegExp(`^${parts.join('.*')}$`).test(name))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['*Bloom*', 'FastLocalBloomBits', true],
  ['read', 'pread', false],
  ['*a*a*b', 'aaab', true],
  ['*a*a*b', 'aaba', false],
  ['[kernel*]', '[kernel.kallsyms]', true],
  ['', '', true],
  ['*', '', true],
  ['a.b', 'axb', false],
])('%j against %j: %s', (pattern, name, matches) => {
  expect(matchesName(name, pattern)).toBe(matches)
})

test('a pattern of many stars takes no longer than another one', () => {
  // A regular expression would try more places than can be counted.
  expect(matchesName('a'.repeat(200), `${'*a'.repeat(90)}*!`)).toBe(false)
  expect(matchesName('point-query_range=100', `${'*'.repeat(199)}!`)).toBe(false)
})
