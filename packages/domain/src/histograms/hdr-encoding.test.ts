import { normalFrom, seededRandom } from '@assay/testing/seeded-random'
import fc from 'fast-check'
import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64 } from 'hdr-histogram-js'
import { describe, expect, it } from 'vitest'
import { unwrap } from '../result.ts'
import { decodeHdr, encodeHdr } from './hdr-encoding.ts'
import { type HdrLayout, hdrBucket, hdrBucketAt, hdrIndex } from './hdr-layout.ts'
import { histogramMean, histogramQuantile, recordValues } from './histogram.ts'
import { readStoredHistogram, storeHistogram } from './stored-histogram.ts'

const layoutWith = (digits: number): HdrLayout => ({ lowest: 1, highest: 3_600_000_000, digits })
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** Factors of log-normal values, drawn once for all medians. */
const draw = normalFrom(seededRandom(7))
const FACTORS = Float64Array.from({ length: 300_000 }, () => Math.exp(0.5 * draw()))

const logNormal = (values: number, median: number): number[] =>
  Array.from(FACTORS.subarray(0, values), (factor) => Math.round(median * factor))

const counted = (values: readonly number[]) => values.map((value) => [value, 1] as const)

describe('HDR histograms', () => {
  it.each([
    [3, 300],
    [3, 1_000],
    [3, 25_000],
    [2, 300],
    [2, 1_000],
    [2, 25_000],
  ])('300,000 log-normal latencies with %i digits and a median of %i are small', (digits, median) => {
    const layout = layoutWith(digits)
    const bytes = storeHistogram(recordValues(layout, counted(logNormal(300_000, median))))
    expect(bytes.length).toBeLessThan(digits === 3 ? 6_000 : 1_500)
  })

  it.each([1, 2, 3, 4, 5] as const)('has the quantiles, mean and encoding of the HDR library, %i digits', (digits) => {
    const values = logNormal(50_000, 3_000)
    const library = build({
      lowestDiscernibleValue: 1,
      highestTrackableValue: 3_600_000_000,
      numberOfSignificantValueDigits: digits,
    })
    for (const value of values) library.recordValue(value)
    const own = recordValues(layoutWith(digits), counted(values))
    for (const q of [0, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 0.9999, 1]) {
      expect(histogramQuantile(own, q)).toBe(library.getValueAtPercentile(q * 100))
    }
    expect(histogramMean(own)).toBeCloseTo(library.mean, 6)
    expect(own.count).toBe(library.totalCount)
    const read = decodeFromCompressedBase64(base64(encodeHdr(own)))
    expect(read.totalCount).toBe(library.totalCount)
    for (const percentile of [1, 50, 99, 99.9, 100]) {
      expect(read.getValueAtPercentile(percentile)).toBe(library.getValueAtPercentile(percentile))
    }
    const back = unwrap(decodeHdr(Buffer.from(encodeIntoCompressedBase64(library), 'base64')))
    expect(back.buckets).toEqual(own.buckets)
  })

  it('has the same buckets by value and by position', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.nat({ max: 2 ** 40 }),
        (digits, lowest, value) => {
          const layout = { lowest, highest: 2 ** 41, digits }
          const { low, width } = hdrBucket(layout, value)
          expect(hdrBucketAt(layout, hdrIndex(layout, low))).toEqual({ low, width })
          expect(value - low).toBeGreaterThanOrEqual(0)
          expect(value - low).toBeLessThan(width)
          if (value >= lowest * 2) expect(width - 1).toBeLessThanOrEqual(Math.max(lowest, value / 10 ** digits))
        },
      ),
    )
  })

  it('decodes what it encodes', () => {
    const counts = fc.array(fc.tuple(fc.nat({ max: 3_600_000_000 }), fc.integer({ min: 1, max: 2 ** 45 })), {
      maxLength: 50,
    })
    fc.assert(
      fc.property(counts, fc.integer({ min: 0, max: 5 }), (values, digits) => {
        const layout = layoutWith(digits)
        const histogram = recordValues(layout, values)
        expect(unwrap(decodeHdr(encodeHdr(histogram)))).toEqual(histogram)
        expect(unwrap(readStoredHistogram(storeHistogram(histogram)))).toEqual(histogram)
      }),
    )
  })

  it('refuses changed bytes or reads a histogram that is consistent, and never throws', () => {
    const layout = layoutWith(3)
    const bytes = encodeHdr(recordValues(layout, counted(logNormal(1_000, 3_000))))
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 }), fc.boolean(), (at, byte, cut) => {
        const changed = cut ? bytes.slice(0, at) : bytes.map((old, i) => (i === at ? byte : old))
        const read = decodeHdr(changed)
        if (cut) expect(read.ok).toBe(false)
        if (read.ok) expect(read.value.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(read.value.count)
      }),
    )
  })
})
