import { type Bucket, createHistogram, histogramQuantile } from '../../../histograms/histogram.ts'
import { refusal } from '../../../parse/invariants/invariants.ts'
import type { Problem } from '../../../parse/problem.ts'
import type { UploadHistogram } from '../../../run/upload-document.ts'

/** The block `Count: … Min: … Percentiles: …` of RocksDB with its buckets, in microseconds. */
export type RocksdbHistogram = {
  /** Line of `Count:`. */
  line: number
  count: number
  max: number
  buckets: readonly Bucket[]
  /** Number of rows that are not buckets and lie between buckets. */
  unread: number
}

const COUNT = /^Count: (\d{1,15}) +Average: /
const MAX = /^Min: +\d+(?:\.\d+)? +Median: +\d+(?:\.\d+)? +Max: +(\d+(?:\.\d+)?)\s*$/
const BUCKET = /^[([] *(\d{1,19}), *(\d{1,19}) *\] +(\d{1,15}) +\d/
/** RocksDB has 109 buckets. */
const MAX_ROWS = 120

/** Parses the block that begins at a line; null for another line. */
export function readRocksdbHistogram(lines: readonly string[], at: number): RocksdbHistogram | null {
  const [, count] = COUNT.exec(lines[at] ?? '') ?? []
  if (count === undefined) return null
  const rows = lines.slice(at + 1, at + 1 + MAX_ROWS)
  const end = rows.findIndex((row) => row.trim() === '')
  const block = end === -1 ? rows : rows.slice(0, end)
  const max = Number(block.flatMap((row) => MAX.exec(row)?.[1] ?? [])[0] ?? 0)
  const buckets = block.flatMap((row): Bucket[] => {
    const [, low, high, values] = BUCKET.exec(row) ?? []
    return low === undefined ? [] : [{ low: Number(low), high: Number(high), count: Number(values) }]
  })
  const unread = block.filter((row) => /^[([]/.test(row) && !BUCKET.test(row)).length
  return { line: at + 1, count: Number(count), max, buckets: withMax(buckets, max), unread }
}

/** The last bucket ends at the greatest value, because RocksDB limits its percentiles to it. */
const withMax = (buckets: readonly Bucket[], max: number): Bucket[] =>
  buckets.map((bucket, i) =>
    i === buckets.length - 1 && max > bucket.low && max < bucket.high ? { ...bucket, high: max } : bucket,
  )

/** Relative difference between a printed percentile and that of the buckets: it is printed with two decimals. */
const ROUNDED = 0.01

/**
 * Checks a block: its counts sum to `Count`, the greatest value lies in the last bucket, buckets do not overlap, and
 * the printed percentiles are those of the buckets.
 */
export function checkRocksdbHistogram(
  histogram: RocksdbHistogram | null,
  { percentiles }: { percentiles: Readonly<Record<string, number>> },
  file: string,
): Problem[] {
  if (histogram === null || histogram.buckets.length === 0) return []
  const { line, count, max, buckets, unread } = histogram
  const refuse = (what: string) => [refusal(file, what, line)]
  const counted = buckets.reduce((sum, bucket) => sum + bucket.count, 0)
  if (unread > 0 || counted !== count)
    return refuse(`the histogram says ${count} values, but its rows count ${counted}`)
  const overlap = buckets.find(({ low, high }, i) => high < low || low < (buckets[i - 1]?.high ?? 0))
  if (overlap !== undefined) return refuse(`the bucket from ${overlap.low} overlaps the one before it`)
  const last = buckets.at(-1)
  if (last !== undefined && (max < last.low || max > last.high)) {
    return refuse(`the maximum ${max} lies outside the last bucket, ${last.low} to ${last.high}`)
  }
  const whole = createHistogram(buckets)
  const wrong = Object.entries(percentiles).find(([percent, printed]) => {
    const own = histogramQuantile(whole, Number(`${percent}e-2`)) ?? 0
    return Math.abs(own - printed) > ROUNDED + printed * ROUNDED
  })
  return wrong === undefined ? [] : refuse(`P${wrong[0]} is ${wrong[1]}, which the rows of the histogram contradict`)
}

/** The histogram as an upload document has it; none without rows. */
export function asUploadHistograms(histogram: RocksdbHistogram | null): UploadHistogram[] {
  if (histogram === null || histogram.buckets.length === 0) return []
  return [{ unitMs: 0.001, buckets: histogram.buckets.map(({ low, high, count }) => [low, high, count]) }]
}
