import { type Bucket, createHistogram } from '../../histograms/histogram.ts'
import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { textLines } from '../../parse/text-lines.ts'
import type { ResponseTimes } from './response-time-content.ts'
import { unitOfName } from './unit-of-name.ts'

const HEADER = /^\s*Value\s+Percentile\s+TotalCount(?:\s+1\/\(1-Percentile\))?\s*$/
const ROW = /^\s*(\d{1,15}(?:\.\d{1,15})?)\s+([01]\.\d{1,15})\s+(\d{1,15})(?:\s+(?:\d+(?:\.\d+)?|inf|Infinity))?\s*$/
const TOTAL = /^#\[Max\s*=\s*(\d{1,15}(?:\.\d{1,15})?),\s*Total count\s*=\s*(\d{1,15})\]/
/** Percentiles are printed of the rank that was asked for, which lies up to one value below the count of its row. */
const ROUNDED = 1e-9

export const recognizeHgrm = (text: string): boolean => HEADER.test(text.slice(0, 400).trimStart().split('\n')[0] ?? '')

/**
 * Parses a percentile distribution (`.hgrm`), as HdrHistogram and wrk2 print it. Its rows are upper limits of buckets
 * with cumulative counts. Counts that fall, or that do not end in the total of the last lines, refuse the run.
 */
export function parseHgrm(text: string, file: string): Parsed<ResponseTimes> {
  const problems: Problem[] = []
  const buckets: Bucket[] = []
  let [before, value] = [0, 0]
  let total: { max: number; count: number; line: number } | null = null
  const lines = textLines(text)
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '' || HEADER.test(line)) continue
    const refuse = (what: string) => problems.push(refusal(file, what, i + 1))
    const [, max, count] = TOTAL.exec(line) ?? []
    if (max !== undefined) total = { max: Number(max), count: Number(count), line: i + 1 }
    if (line.startsWith('#')) continue
    const [, high, share, cumulative] = ROW.exec(line) ?? []
    if (high === undefined) refuse('is not `VALUE PERCENTILE COUNT`')
    else if (Number(high) < value || Number(cumulative) < before) refuse('its value or its count falls')
    else {
      // The count of a row may exceed its percentile, and never falls short of it.
      buckets.push({ low: value, high: Number(high), count: Number(cumulative) - before })
      ;[before, value] = [Number(cumulative), Number(high)]
      if (total === null && Number(share) > 1 + ROUNDED) refuse(`the percentile ${share} is above 1`)
    }
  }
  if (problems.length > 0) return { value: null, problems }
  if (total === null) return { value: null, problems: [refusal(file, 'is cut: no line with the total', lines.length)] }
  if (total.count !== before) {
    const what = `the total is ${total.count}, but the rows count ${before}`
    return { value: null, problems: [refusal(file, what, total.line)] }
  }
  if (before === 0) return { value: null, problems: [{ file, message: 'counts no value' }] }
  const histogram = createHistogram(withMax(buckets, total.max))
  return { value: { histograms: [{ operation: null, histogram, unitMs: unitOfName(file) }], intervals: [] }, problems }
}

/** Values end at the maximum, which is below the limit of its bucket. */
const withMax = (buckets: readonly Bucket[], max: number): Bucket[] =>
  buckets.map((bucket) => (bucket.high > max && max >= bucket.low ? { ...bucket, high: max } : bucket))
