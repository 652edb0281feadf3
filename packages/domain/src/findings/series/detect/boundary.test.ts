import { makeSeries } from '@assay/testing/findings/make-series'
import { expect, test } from 'vitest'
import { unwrap } from '../../../result.ts'
import { BOUNDARIES, BOUNDARY_METHODS, limitsOf } from './boundary.ts'

const counting = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

test('the t test is a prediction interval with the published quantile t(0.99, 9) = 2.821', () => {
  // 1 ... 10 have mean 5.5 and SD 3.02765.
  const { low, center, high } = unwrap(limitsOf('t-test', counting(10)))
  expect(center).toBe(5.5)
  expect(high - center).toBeCloseTo(2.8214 * 3.02765 * Math.sqrt(1.1), 3)
  expect(center - low).toBeCloseTo(high - center, 12)
})

test('z-score at 0.977 is 1.995 standard deviations', () => {
  const { center, high } = unwrap(limitsOf('z-score', counting(30), 0.977))
  // SD of 1 ... 30 with n - 1: sqrt(30 x 31 / 12).
  expect((high - center) / Math.sqrt((30 * 31) / 12)).toBeCloseTo(1.995, 3)
})

test('percentage is a share of the mean, IQR a multiple of the quartile distance', () => {
  expect(unwrap(limitsOf('percentage', [100], 0.05))).toEqual({ low: 95, center: 100, high: 105 })
  // Quartiles of 1 ... 11: 3.5, 6, 8.5.
  expect(unwrap(limitsOf('iqr', counting(11), 3))).toEqual({ low: -9, center: 6, high: 21 })
})

test('log-normal limits are mirrored as ratios, so the lower one stays above 0', () => {
  const { low, center, high } = unwrap(limitsOf('log-normal', makeSeries(1, { sd: 0.3 })))
  expect(low).toBeGreaterThan(0)
  expect(high / center).toBeCloseTo(center / low, 9)
})

test('delta IQR follows the differences of neighbors, at least 0.2%', () => {
  const [small, large] = [Array.from({ length: 30 }, () => 10), Array.from({ length: 30 }, (_, i) => (i % 2 ? 10 : 11))]
  expect(unwrap(limitsOf('delta-iqr', small))).toEqual({ low: 9.98, center: 10, high: 10.02 })
  expect(unwrap(limitsOf('delta-iqr', large)).high).toBeGreaterThan(11)
})

test.each(BOUNDARY_METHODS)('%s states how many points it needs', (method) => {
  const { minValues } = BOUNDARIES[method]
  expect(limitsOf(method, makeSeries(1, { count: minValues - 1 }))).toEqual({
    ok: false,
    error: { code: 'too-few-points', need: minValues, have: minValues - 1 },
  })
  expect(limitsOf(method, makeSeries(1, { count: minValues })).ok).toBe(true)
})

test('a history without spread or with values that are not positive gives no limits', () => {
  const same = Array.from({ length: 30 }, () => 10)
  for (const method of ['z-score', 't-test', 'log-normal', 'iqr'] as const)
    expect(limitsOf(method, same)).toEqual({ ok: false, error: { code: 'no-spread' } })
  for (const method of ['log-normal', 'delta-iqr'] as const)
    expect(limitsOf(method, [...same, 0])).toEqual({ ok: false, error: { code: 'not-positive' } })
})
