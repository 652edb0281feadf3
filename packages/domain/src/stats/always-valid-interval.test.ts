import { normalFrom, seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import { alwaysValidInterval } from './always-valid-interval.ts'
import { momentsOf, NO_VALUES, withValue } from './moments.ts'

test('moments that grow value by value equal those of the whole sample', () => {
  const values = [3, 1, 4, 1, 5, 9, 2, 6]
  const grown = values.reduce(withValue, NO_VALUES)
  const whole = momentsOf(values)
  expect(grown.count).toBe(whole.count)
  expect(grown.mean).toBeCloseTo(whole.mean, 12)
  expect(grown.squares).toBeCloseTo(whole.squares, 10)
})

test('too few values have an unbounded interval, and it narrows with more', () => {
  const of = (count: number) => momentsOf(Array.from({ length: count }, (_, at) => (at % 2 === 0 ? 0.01 : -0.01)))
  for (const count of [1, 2]) expect(alwaysValidInterval(of(count), 0.05).halfWidth).toBe(Number.POSITIVE_INFINITY)
  const widths = [4, 6, 12, 24].map((count) => alwaysValidInterval(of(count), 0.05).halfWidth)
  expect(widths).toEqual(widths.toSorted((a, b) => b - a))
  expect(widths[0]).toBeLessThan(Number.POSITIVE_INFINITY)
})

test.each([1, 2])('the interval contains the true mean at all times, in 95%% of sequences (seed %i)', (seed) => {
  const normal = normalFrom(seededRandom(seed))
  const SEQUENCES = 1500
  let missed = 0
  for (let at = 0; at < SEQUENCES; at += 1) {
    let values = NO_VALUES
    for (let count = 0; count < 40; count += 1) {
      values = withValue(values, 0.07 + 0.02 * normal())
      const { mean, halfWidth } = alwaysValidInterval(values, 0.05)
      if (Math.abs(mean - 0.07) > halfWidth) {
        missed += 1
        break
      }
    }
  }
  expect(missed / SEQUENCES).toBeLessThan(0.05)
  // An interval that never misses would be useless.
  expect(missed).toBeGreaterThan(0)
})
