import { type HdrLayout, hdrBucket } from './hdr-layout.ts'

/** Values of one bucket, from `low` to `high`, which are equal where a tool prints one value for a bucket. */
export type Bucket = { low: number; high: number; count: number }

/**
 * The whole distribution of the values of a test, such as its response times. It is immutable. With a layout its values
 * are integers in the buckets of that layout; without one the tool chose the buckets.
 */
export type Histogram = {
  layout: HdrLayout | null
  /** Ascending, without overlap, and without empty buckets. */
  buckets: readonly Bucket[]
  /** The number of recorded values. */
  count: number
}

/** A histogram in the buckets of an HDR layout. */
export type HdrHistogram = Histogram & { layout: HdrLayout }

/** Maximum buckets, which five digits over the range of a double do not exceed in practice. */
export const MAX_BUCKETS = 200_000

/** Creates a histogram from buckets in any order, which must not overlap. */
export function createHistogram(buckets: Iterable<Bucket>, layout: HdrLayout | null = null): Histogram {
  const sorted = [...buckets].filter(({ count }) => count > 0).sort((a, b) => a.low - b.low || a.high - b.high)
  return { layout, buckets: sorted, count: sorted.reduce((sum, bucket) => sum + bucket.count, 0) }
}

/** Creates a histogram of integers from 0, each with the number of times that it was recorded. */
export function recordValues(
  layout: HdrLayout,
  values: Iterable<readonly [value: number, count: number]>,
): HdrHistogram {
  const counts = new Map<number, Bucket>()
  for (const [value, count] of values) {
    const { low, width } = hdrBucket(layout, value)
    const bucket = counts.get(low)
    if (bucket === undefined) counts.set(low, { low, high: low + width - 1, count })
    else bucket.count += count
  }
  return { ...createHistogram(counts.values()), layout }
}

/**
 * The value at a rank from 1. In an HDR histogram it is the greatest value of the bucket, as its libraries return; in
 * other buckets it is interpolated, as RocksDB does.
 */
function valueAtRank({ layout, buckets }: Histogram, rank: number): number {
  let before = 0
  for (const { low, high, count } of buckets) {
    if (before + count >= rank) return layout === null ? low + ((high - low) * (rank - before)) / count : high
    before += count
  }
  return buckets.at(-1)?.high ?? 0
}

/**
 * The quantile `q` (0 to 1): the least recorded value that a share of at least `q` of all values does not exceed.
 *
 * @returns null for a histogram without values.
 */
export function histogramQuantile(histogram: Histogram, q: number): number | null {
  const [min] = histogram.buckets
  if (min === undefined) return null
  if (q <= 0) return min.low
  const rank = q * histogram.count
  // 0.999 * 1000 is 999.0000000000001 for a computer; rounding up must not skip a rank.
  const isWhole = Math.abs(rank - Math.round(rank)) < 1e-12 * histogram.count
  if (histogram.layout === null) return valueAtRank(histogram, rank)
  return valueAtRank(histogram, Math.max(1, isWhole ? Math.round(rank) : Math.ceil(rank)))
}

/** The mean of the middles of the buckets, as the HDR libraries compute it; null without values. */
export function histogramMean({ layout, buckets, count }: Histogram): number | null {
  if (count === 0) return null
  const middle = ({ low, high }: Bucket) =>
    layout === null ? (low + high) / 2 : low + Math.floor((high - low + 1) / 2)
  return buckets.reduce((sum, bucket) => sum + middle(bucket) * (bucket.count / count), 0)
}

/** The share of values that do not exceed `value`, interpolated within its bucket. */
export function shareUpTo({ buckets, count }: Histogram, value: number): number {
  let below = 0
  for (const bucket of buckets) {
    if (bucket.low > value) break
    const isWithin = bucket.high <= value ? 1 : (value - bucket.low) / (bucket.high - bucket.low)
    below += bucket.count * isWithin
  }
  return count === 0 ? 0 : below / count
}
