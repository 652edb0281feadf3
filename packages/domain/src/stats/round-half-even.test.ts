import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundHalfEven } from './round-half-even.ts'

test.each([
  [220.5, 0, 220],
  [38660.5, 0, 38660],
  [221.5, 0, 222],
  [0.5, 0, 0],
  [1.5, 0, 2],
  [-2.5, 0, -2],
  [-0.5, 0, 0],
  [0.125, 2, 0.12],
  [0.375, 2, 0.38],
  [2.5, 1, 2.5],
  [16383.27, 0, 16383],
  [85.03, 1, 85],
])('%d to %d decimals is %d', (value, digits, wanted) => {
  expect(roundHalfEven(value, digits)).toBe(wanted)
})

test('a decimal half that a double cannot represent is decided by the double, as in printf', () => {
  expect(roundHalfEven(0.145, 2)).toBe(0.14) // 0.14499999999999999
  expect(roundHalfEven(1.005, 2)).toBe(1) // 1.00499999999999989
  expect(roundHalfEven(2.675, 2)).toBe(2.67) // 2.67499999999999982
})

test('every rate with two decimals is rounded like a number of hundredths', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 10 }), (hundredths) => {
      const [whole, rest] = [Math.floor(hundredths / 100), hundredths % 100]
      const up = rest > 50 || (rest === 50 && whole % 2 === 1)
      expect(roundHalfEven(hundredths / 100)).toBe(whole + (up ? 1 : 0))
    }),
  )
})

test('the result is the nearest, rounding again changes nothing, and the sign stays', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.integer({ min: 0, max: 6 }), (value, digits) => {
      const rounded = roundHalfEven(value, digits)
      expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.5 / 10 ** digits + 1e-6 / 10 ** digits)
      expect(roundHalfEven(rounded, digits)).toBe(rounded)
      expect(roundHalfEven(-value, digits) + rounded).toBe(0)
      expect(Object.is(rounded, -0)).toBe(false)
    }),
  )
})

test('NaN, infinities and large integers are returned unchanged', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e300])
    expect(roundHalfEven(value, 2)).toBe(value)
})
