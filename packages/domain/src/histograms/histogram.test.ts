import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unwrap } from '../result.ts'
import {
  createHistogram,
  type Histogram,
  histogramMean,
  histogramQuantile,
  recordValues,
  shareUpTo,
} from './histogram.ts'
import { mergeHistograms } from './merge-histograms.ts'
import { readStoredHistogram, storeHistogram } from './stored-histogram.ts'

const hdr = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom(1, 4, 1000),
    fc.array(fc.nat({ max: 10_000_000 }), { maxLength: 30 }),
  )
  .map(([digits, lowest, values]) =>
    recordValues(
      { digits, lowest, highest: 10_000_000 },
      values.map((value) => [value, 1] as const),
    ),
  )

/** Buckets between some of the limits 0 to 20, as tools with different options print them. */
const bounds = fc.uniqueArray(fc.nat({ max: 20 }), { minLength: 2, maxLength: 8 }).chain((limits) => {
  const sorted = limits.toSorted((a, b) => a - b)
  return fc
    .array(fc.nat({ max: 9 }), { minLength: sorted.length - 1, maxLength: sorted.length - 1 })
    .map((counts) =>
      createHistogram(counts.map((count, i) => ({ low: sorted[i] ?? 0, high: sorted[i + 1] ?? 0, count }))),
    )
})

const merge = (a: Histogram, b: Histogram) => unwrap(mergeHistograms(a, b))

describe('histograms', () => {
  it.each([
    ['HDR', hdr],
    ['limits of a tool', bounds],
  ])('merge in any order: %s', (_kind, histograms) => {
    fc.assert(
      fc.property(histograms, histograms, histograms, (a, b, c) => {
        expect(merge(merge(a, b), c).buckets).toEqual(merge(a, merge(b, c)).buckets)
        expect(merge(a, b)).toEqual(merge(b, a))
        expect(merge(a, b).count).toBe(a.count + b.count)
      }),
    )
  })

  it('are not merged when one has the buckets of a tool and the other is HDR', () => {
    const one = recordValues({ digits: 3, lowest: 1, highest: 1000 }, [[5, 1]])
    expect(mergeHistograms(one, createHistogram([{ low: 0, high: 10, count: 1 }]))).toEqual({
      ok: false,
      error: 'different-kinds',
    })
  })

  it('have quantiles that never fall and lie within the recorded values', () => {
    fc.assert(
      fc.property(
        fc.oneof(hdr, bounds),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (histogram, p, q) => {
          fc.pre(histogram.count > 0)
          const [lower, upper] = [
            histogramQuantile(histogram, Math.min(p, q)) ?? Number.NaN,
            histogramQuantile(histogram, Math.max(p, q)) ?? Number.NaN,
          ]
          expect(lower).toBeLessThanOrEqual(upper)
          expect(lower).toBeGreaterThanOrEqual(histogram.buckets[0]?.low ?? 0)
          expect(upper).toBeLessThanOrEqual(histogram.buckets.at(-1)?.high ?? 0)
          expect(shareUpTo(histogram, upper)).toBeGreaterThanOrEqual(Math.max(p, q) - 1e-9)
        },
      ),
    )
  })

  it('are stored without loss', () => {
    fc.assert(
      fc.property(fc.oneof(hdr, bounds), (histogram) => {
        expect(unwrap(readStoredHistogram(storeHistogram(histogram)))).toEqual(histogram)
      }),
    )
  })

  it('interpolate within the buckets of a tool', () => {
    const histogram = createHistogram([
      { low: 10, high: 20, count: 4 },
      { low: 0, high: 10, count: 4 },
      { low: 20, high: 30, count: 0 },
    ])
    expect(histogramQuantile(histogram, 0.25)).toBe(5)
    expect(histogramQuantile(histogram, 0.75)).toBe(15)
    expect(histogramMean(histogram)).toBe(10)
    expect(histogramQuantile(createHistogram([]), 0.5)).toBeNull()
  })
})
