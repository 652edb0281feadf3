import type { Bucket } from '../../../histograms/histogram.ts'
import { createHistogram, histogramQuantile } from '../../../histograms/histogram.ts'
import { refusal } from '../../../parse/invariants/invariants.ts'
import type { Problem } from '../../../parse/problem.ts'
import type { UploadHistogram } from '../../../run/upload-document.ts'
import type { SysbenchScan } from './sysbench-scan.ts'

/** One row of the table that `sysbench --histogram` prints. */
export type HistogramRow = { line: number; milliseconds: number; count: number }

const ROW = /^ *(\d{1,9}\.\d{3}) \|\**\s+(\d{1,15})\s*$/
/** sysbench prints percentiles with two decimals and values of buckets with three. */
const ROUNDED_MS = 0.006

/** Parses a row of the table; null for any other line. */
export function readHistogramRow(text: string, line: number): HistogramRow | null {
  const [, value, count] = ROW.exec(text) ?? []
  return value === undefined ? null : { line, milliseconds: Number(value), count: Number(count) }
}

/**
 * Checks the table against the report: values rise, the counts sum to the number of events, and the percentile of the
 * report is that of the table.
 */
export function checkSysbenchHistogram({ histogram, report }: SysbenchScan, file: string): Problem[] {
  const last = histogram.at(-1)
  if (last === undefined) return []
  const falling = histogram.find(({ milliseconds }, i) => milliseconds < (histogram[i - 1]?.milliseconds ?? 0))
  if (falling !== undefined) {
    return [refusal(file, `the histogram falls to ${falling.milliseconds} ms, below the row before it`, falling.line)]
  }
  const counted = histogram.reduce((sum, { count }) => sum + count, 0)
  const events = report.get('events')?.numbers[0] ?? counted
  if (counted !== events) {
    return [refusal(file, `the histogram counts ${counted} events, but the report says ${events}`, last.line)]
  }
  const [percent, printed] = report.get('percentile')?.numbers ?? []
  if (percent == null || printed == null) return []
  // sysbench rounds the rank of a percentile to the nearest.
  const rank = Math.floor((counted * percent) / 100 + 0.5)
  const own = histogramQuantile(createHistogram(bucketsOf(histogram)), rank / counted) ?? 0
  if (Math.abs(own - printed) <= ROUNDED_MS) return []
  return [refusal(file, `percentile ${percent} is ${printed} ms, but ${own} ms in the histogram`, last.line)]
}

/** The table as a histogram of an upload document; null without --histogram. */
export function sysbenchHistogram({ histogram }: SysbenchScan): UploadHistogram | null {
  if (histogram.length === 0) return null
  return { unitMs: 1, buckets: bucketsOf(histogram).map(({ low, high, count }) => [low, high, count]) }
}

/** Below 0.1 ms several rows print the same value, because they are rounded to microseconds. */
function bucketsOf(rows: readonly HistogramRow[]): Bucket[] {
  const counts = new Map<number, number>()
  for (const { milliseconds, count } of rows) counts.set(milliseconds, (counts.get(milliseconds) ?? 0) + count)
  return [...counts].map(([value, count]) => ({ low: value, high: value, count }))
}
