import { zlibSync } from 'fflate'
import { err, ok, type Result } from '../result.ts'
import { type HdrLayout, hdrBucketAt, hdrIndex } from './hdr-layout.ts'
import { type Bucket, createHistogram, type Histogram } from './histogram.ts'
import { inflateBounded } from './inflate-bounded.ts'
import { pushZigzag, readZigzags } from './zigzag.ts'

// The stored form is smaller than the V2 format of HdrHistogram, because neighboring counts are similar: a count is its
// difference from the mean of the counts before it, which zlib compresses well. Positions and differences are separate
// lists, and the lists of an HDR histogram contain integers only. (docs/decisions/228-histograms.md)
const NEIGHBORS = 4
const MAX_INFLATED_BYTES = 8_000_000
const [HDR, BUCKETS] = [1, 2]

/** Encodes a histogram for storage, without loss. */
export function storeHistogram({ layout, buckets }: Histogram): Uint8Array {
  const predict = predictor()
  const [head, positions, counts]: [number[], number[], number[]] = [[], [], []]
  const integers = layout === null ? [BUCKETS] : [HDR, layout.lowest, layout.highest, layout.digits]
  for (const integer of [...integers, buckets.length]) pushZigzag(head, integer)
  let next = 0
  for (const { low, count } of buckets) {
    if (layout !== null) {
      const index = hdrIndex(layout, low)
      pushZigzag(positions, index - next)
      next = index + 1
    }
    pushZigzag(counts, count - predict(count))
  }
  const limits = layout === null ? limitsAsBytes(buckets) : new Uint8Array()
  const plain = new Uint8Array(head.length + positions.length + counts.length + limits.length)
  plain.set([...head, ...positions, ...counts])
  plain.set(limits, plain.length - limits.length)
  return zlibSync(plain, { level: 9 })
}

/** Decodes the stored form; the error says what is wrong with damaged bytes. */
export function readStoredHistogram(bytes: Uint8Array): Result<Histogram, string> {
  const plain = inflateBounded(bytes, MAX_INFLATED_BYTES)
  if (plain === null) return err('is not compressed by zlib')
  const numbers = readZigzags(plain)
  const kind = numbers.next()
  const layout = kind === HDR ? readLayout(numbers.next) : null
  const size = numbers.next()
  if ((kind !== HDR && kind !== BUCKETS) || size === null || size < 0 || size > plain.length)
    return err('has no header')
  const positions = layout === null ? [] : Array.from({ length: size }, () => numbers.next() ?? 0)
  const predict = predictor()
  const counts = Array.from({ length: size }, () => predict.from(numbers.next() ?? 0))
  const limits = layout === null ? readLimits(plain, size) : placesOf(layout, positions)
  if (limits === null) return err('is cut')
  const buckets = limits.map((bucket, i): Bucket => ({ ...bucket, count: counts[i] ?? 0 }))
  return ok(createHistogram(buckets, layout))
}

/** Subtracts from each count the mean of those before it, and adds it again when read. */
function predictor() {
  const last: number[] = []
  const mean = () => (last.length === 0 ? 0 : Math.round(last.reduce((sum, count) => sum + count, 0) / last.length))
  const keep = (count: number) => {
    last.push(count)
    if (last.length > NEIGHBORS) last.shift()
  }
  const predict = (count: number): number => {
    const expected = mean()
    keep(count)
    return expected
  }
  predict.from = (difference: number): number => {
    const count = mean() + difference
    keep(count)
    return count
  }
  return predict
}

function readLayout(next: () => number | null): HdrLayout {
  return { lowest: next() ?? 1, highest: next() ?? 2, digits: next() ?? 0 }
}

function placesOf(layout: HdrLayout, positions: readonly number[]): Omit<Bucket, 'count'>[] {
  let index = -1
  return positions.map((skipped) => {
    index += skipped + 1
    const { low, width } = hdrBucketAt(layout, index)
    return { low, high: low + width - 1 }
  })
}

function limitsAsBytes(buckets: readonly Bucket[]): Uint8Array {
  const doubles = Float64Array.from([...buckets.map(({ low }) => low), ...buckets.map(({ high }) => high)])
  return new Uint8Array(doubles.buffer)
}

function readLimits(plain: Uint8Array, size: number): Omit<Bucket, 'count'>[] | null {
  const bytes = 16 * size
  if (plain.length < bytes) return null
  const doubles = new Float64Array(plain.slice(plain.length - bytes).buffer)
  return Array.from({ length: size }, (_, i) => ({ low: doubles[i] ?? 0, high: doubles[size + i] ?? 0 }))
}
