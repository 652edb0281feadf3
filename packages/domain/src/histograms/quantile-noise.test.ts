import { normalFrom, seededRandom } from '@assay/testing/seeded-random'
import { describe, expect, it } from 'vitest'
import { histogramQuantile, recordValues } from './histogram.ts'
import { findQuantileMetric, measuresResponseTime, readQuantileMetric } from './quantile-metric.ts'
import { quantileNoise } from './quantile-noise.ts'

const LAYOUT = { lowest: 1, highest: 3_600_000_000, digits: 3 }

describe('quantiles as metrics', () => {
  it.each([
    ['latency_ms_p99.9', { operation: null, quantile: 0.999, unitMs: 1 }],
    ['latency_ms_p50:update:link', { operation: 'update:link', quantile: 0.5, unitMs: 1 }],
    ['p99.99', { operation: null, quantile: 0.9999, unitMs: 0.001 }],
    ['latency_ms_max', null],
    ['p100', null],
    ['qps', null],
  ])('%s', (name, quantile) => {
    expect(readQuantileMetric(name)).toEqual(quantile)
    if (quantile !== null) expect(findQuantileMetric(name)).toMatchObject({ name, better: 'lower' })
  })

  it('belong to response times of the same operation', () => {
    expect(measuresResponseTime('latency_ms_avg:read', 'read')).toBe(true)
    expect(measuresResponseTime('latency_ms_avg:read', null)).toBe(false)
    expect(measuresResponseTime('usec_op', null)).toBe(true)
    expect(measuresResponseTime('qps', null)).toBe(false)
  })

  it.each([0.5, 0.95, 0.99])('the interval of a quantile contains the true one in about 95%% of runs: %d', (q) => {
    const normal = normalFrom(seededRandom(11))
    // Quantiles of the standard normal distribution.
    const z = { 0.5: 0, 0.95: 1.644854, 0.99: 2.326348 }[q] ?? 0
    const truth = 10_000 * Math.exp(0.5 * z)
    const runs = 400
    let covered = 0
    for (let run = 0; run < runs; run += 1) {
      const values = Array.from({ length: 2_000 }, () => [Math.round(10_000 * Math.exp(0.5 * normal())), 1] as const)
      const histogram = recordValues(LAYOUT, values)
      const noise = quantileNoise(histogram, q)
      const value = histogramQuantile(histogram, q) ?? 0
      if (noise !== null && Math.abs(Math.log(value / truth)) <= 1.96 * noise.sd) covered += 1
    }
    expect(covered / runs).toBeGreaterThan(0.92)
    expect(covered / runs).toBeLessThan(0.98)
  })

  it('is unknown where too few values lie above the quantile', () => {
    const histogram = recordValues(
      LAYOUT,
      Array.from({ length: 1_000 }, (_, i) => [1_000 + i, 1] as const),
    )
    expect(quantileNoise(histogram, 0.99)).not.toBeNull()
    expect(quantileNoise(histogram, 0.9999)).toBeNull()
  })
})
