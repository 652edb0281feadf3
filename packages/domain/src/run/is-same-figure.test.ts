import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameFigure } from './is-same-figure.ts'

test.each([
  [7796, 7796.41, true],
  [220, 220.5, true],
  [221, 220.5, true],
  [7796, 7797, false],
  [7796, 7796.51, false],
  [1.25, 1.254, true],
  [1.25, 1.256, false],
  [5, 5.4, false],
  [0, 0.3, false],
  [0, 0, true],
  [-7796, -7796.41, true],
  [1000, 1100, false],
  [1e21, 1.1e21, false],
])('%d and %d are one measurement: %s', (a, b, same) => {
  expect(isSameFigure(a, b)).toBe(same)
  expect(isSameFigure(b, a)).toBe(same)
})

test('a figure and its rounded form are one measurement, and a change of 1% never is', () => {
  const figure = fc.integer({ min: 100_000, max: 100_000_000 }).map((hundredths) => hundredths / 100)
  fc.assert(
    fc.property(figure, (value) => {
      expect(isSameFigure(value, Math.round(value))).toBe(true)
      expect(isSameFigure(value, value * 1.01)).toBe(false)
    }),
  )
})
