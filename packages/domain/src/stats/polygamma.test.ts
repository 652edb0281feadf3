import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digamma, inverseTrigamma, trigamma } from './polygamma.ts'

// Abramowitz and Stegun, Handbook of Mathematical Functions, 6.3.2, 6.3.3, 6.4.2 and 6.4.4.
test('digamma and trigamma have their published values', () => {
  expect(digamma(1)).toBeCloseTo(-0.5772156649, 10)
  expect(digamma(0.5)).toBeCloseTo(-0.5772156649 - 2 * Math.LN2, 10)
  expect(trigamma(1)).toBeCloseTo(Math.PI ** 2 / 6, 10)
  expect(trigamma(0.5)).toBeCloseTo(Math.PI ** 2 / 2, 10)
})

test('the inverse of trigamma returns the argument', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 1000, noNaN: true }), (x) => {
      expect(inverseTrigamma(trigamma(x)) / x).toBeCloseTo(1, 6)
    }),
  )
})
