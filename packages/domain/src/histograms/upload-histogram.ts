import { err, type Result } from '../result.ts'
import type { UploadHistogram } from '../run/upload-document.ts'
import { decodeHdr, encodeHdr } from './hdr-encoding.ts'
import { createHistogram, type Histogram, histogramQuantile } from './histogram.ts'
import { readQuantileMetric } from './quantile-metric.ts'

/** Parses the histogram of an upload document; the error says what is wrong with it. */
export function readUploadHistogram({ hdr, buckets }: UploadHistogram): Result<Histogram, string> {
  if ((hdr === undefined) === (buckets === undefined)) return err('needs either hdr or buckets')
  if (hdr !== undefined) return decodeHdr(Uint8Array.from(atob(hdr), (letter) => letter.charCodeAt(0)))
  const rows = (buckets ?? []).map(([low, high, count]) => ({ low, high, count }))
  const wrong = rows.findIndex(({ low, high }, i) => high < low || low < (rows[i - 1]?.high ?? 0))
  if (wrong >= 0) return err(`has a bucket (number ${wrong + 1}) that overlaps another one or ends before it begins`)
  return { ok: true, value: createHistogram(rows) }
}

/** A histogram as an upload document has it. */
export function asUploadHistogram(
  { layout, buckets }: Histogram,
  { operation, unitMs }: { operation: string | null; unitMs: number },
): UploadHistogram {
  const named = operation === null ? { unitMs } : { operation, unitMs }
  if (layout === null) return { ...named, buckets: buckets.map(({ low, high, count }) => [low, high, count]) }
  return { ...named, hdr: toBase64(encodeHdr({ layout, buckets })) }
}

function toBase64(bytes: Uint8Array): string {
  let letters = ''
  for (const byte of bytes) letters += String.fromCharCode(byte)
  return btoa(letters)
}

/** The value of a metric that is a quantile, from the histograms of a result; null for others and without a histogram. */
export function uploadedQuantile(histograms: readonly UploadHistogram[], metric: string): number | null {
  const wanted = readQuantileMetric(metric)
  const sent = histograms.find(({ operation }) => (operation ?? null) === wanted?.operation)
  if (wanted === null || sent === undefined) return null
  const read = readUploadHistogram(sent)
  const value = read.ok ? histogramQuantile(read.value, wanted.quantile) : null
  return value === null ? null : (value * sent.unitMs) / wanted.unitMs
}
