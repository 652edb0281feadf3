import { err, ok, type Result } from '../result.ts'
import { commonLayout } from './hdr-layout.ts'
import { type Bucket, createHistogram, type Histogram, recordValues } from './histogram.ts'

/**
 * Merges histograms of the same values. It is associative and commutative: HDR histograms get the digits of the least
 * precise of them, and others the bucket limits that all of them have.
 */
export function mergeHistograms(a: Histogram, b: Histogram): Result<Histogram, 'different-kinds'> {
  if ((a.layout === null) !== (b.layout === null)) return err('different-kinds')
  if (a.layout === null || b.layout === null) return ok(createHistogram(unite([...a.buckets, ...b.buckets])))
  const both = [...a.buckets, ...b.buckets].map(({ low, count }) => [low, count] as const)
  return ok(recordValues(commonLayout(a.layout, b.layout), both))
}

/** Unites overlapping buckets: the limits that remain lie inside no bucket. */
function unite(buckets: readonly Bucket[]): Bucket[] {
  const united: Bucket[] = []
  for (const { low, high, count } of [...buckets].sort((a, b) => a.low - b.low || a.high - b.high)) {
    const last = united.at(-1)
    const overlaps = last !== undefined && (low < last.high || (low === last.low && high === last.high))
    if (!overlaps) united.push({ low, high, count })
    else {
      last.high = Math.max(last.high, high)
      last.count += count
    }
  }
  return united
}
