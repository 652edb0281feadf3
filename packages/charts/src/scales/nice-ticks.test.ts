import fc from 'fast-check'
import { expect, test } from 'vitest'
import { niceTicks } from './nice-ticks.ts'

test.each([
  [0, 1.94, [0, 0.5, 1, 1.5, 2]],
  [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [0, 12_340, [0, 2_500, 5_000, 7_500, 10_000, 12_500]],
  [0, 0, [0, 0.2]],
  [-3, 7, [-4, -2, 0, 2, 4, 6, 8]],
])('ticks from %d to %d are round numbers', (low, high, ticks) => {
  expect(niceTicks(low, high)).toEqual(ticks)
})

test('ticks enclose both ends and are few', () => {
  const ends = fc.tuple(
    fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
  )
  fc.assert(
    fc.property(ends, ([low, range]) => {
      const ticks = niceTicks(low, low + range)
      const slack = range * 1e-6 + Math.abs(low) * 1e-9
      expect(ticks[0]).toBeLessThanOrEqual(low + slack)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(low + range - slack)
      expect(ticks.length).toBeLessThanOrEqual(9)
    }),
  )
})
