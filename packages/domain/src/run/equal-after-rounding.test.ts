import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameRounded } from './equal-after-rounding.ts'

test.each([
  [7796, 7796.41, true],
  [7796, 7796.5, true],
  [7797, 7796.5, true],
  [7797, 7796.41, false],
  [7796.4, 7796.41, true],
  [7796.41, 7796.42, false],
  [7796, 7797, false],
  [0.5, 0.46, true],
  [1e-7, 1.4e-7, true],
])('%d and %d are one number: %s', (a, b, isSame) => {
  expect([isSameRounded(a, b), isSameRounded(b, a)]).toEqual([isSame, isSame])
})

test('a number is the same as itself with fewer decimals, and not as one that is two units away', () => {
  const numbers = fc.tuple(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 0, max: 2 }))
  fc.assert(
    fc.property(numbers, ([thousandths, digits]) => {
      const exact = thousandths / 1_000
      expect(isSameRounded(exact, Number(exact.toFixed(digits)))).toBe(true)
      expect(isSameRounded(exact, Math.round(exact) + 2)).toBe(false)
    }),
  )
})
