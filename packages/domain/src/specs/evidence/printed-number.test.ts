import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPrintedNumber, statesCell } from './printed-number.ts'

const cell = (ratio: number | null, value: number | null = null, better: 'higher' | 'lower' = 'higher', unit = '') => ({
  ratio,
  value,
  better,
  unit,
})
const matches = (text: string, of: ReturnType<typeof cell>): boolean => {
  const printed = readPrintedNumber(text)
  return printed !== null && statesCell(printed, of)
}

test.each([
  ['5.02X', cell(5.0151), true],
  ['5.02X', cell(5.03), false],
  ['about 5X', cell(4.6), true],
  ['5 times', cell(5.6), false],
  ['5.00 times', cell(0.2, 2, 'lower'), true],
  ['5.00 times', cell(0.2, 2, 'higher'), false],
  ['7%', cell(0.93), true],
  ['7%', cell(1.07), true],
  ['-7%', cell(1.07), false],
  ['−7%', cell(0.93), true],
  ['93%', cell(0.93), true],
  ['12.5%', cell(null, 12.46, 'lower', '%'), true],
  ['0.93', cell(0.9349, 1000), true],
  ['12,345 rows/s', cell(0.5, 12345.4), true],
  ['12,000 rows/s', cell(0.5, 12345.4), false],
  ['12.3k', cell(0.5, 12345.4), true],
  ['1.2 million rows', cell(0.5, 1_230_000), true],
  ['3 ms', cell(null, 3.2), true],
  ['no number', cell(1), false],
] as const)('%s of %o: %s', (text, of, expected) => {
  expect(matches(text, of)).toBe(expected)
})

test('a number printed with some digits matches the cell that it was printed from', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1e6, noNaN: true }), fc.integer({ min: 0, max: 6 }), (value, digits) => {
      expect(matches(value.toFixed(digits), cell(null, value))).toBe(true)
      expect(matches(`${value.toFixed(digits)}X`, cell(value))).toBe(true)
      const far = (value + 0.6 * 10 ** -digits).toFixed(digits)
      if (Number(far) - value > 0.51 * 10 ** -digits) expect(matches(far, cell(null, value))).toBe(false)
    }),
  )
})
