import { recordValues } from '../../histograms/histogram.ts'
import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'
import { type LogInterval, MICROSECONDS, type ResponseTimes } from './response-time-content.ts'

/**
 * client, transaction, time, script, seconds, microseconds; then schedule lag and retries where they were asked for.
 */
const EACH =
  /^\d{1,9} \d{1,15} (\d{1,15}|skipped|failed|serialization|deadlock) \d{1,9} \d{9,12} \d{1,6}(?: \d{1,15}){0,2}$/
/** start, transactions, sum, sum of squares, minimum, maximum of latency; then lag, skipped, retries and failures. */
const INTERVAL = /^(\d{9,12}) (\d{1,15}) (\d{1,18}) \d{1,30} (\d{1,15}) (\d{1,15})(?: \d{1,30}){0,9}$/
const MAX_PROBLEMS = 20

const recognize = (row: RegExp) => (text: string) => {
  const head = text.slice(0, 2_000).split('\n').slice(0, 5)
  // A row that the head cuts is not judged.
  const whole = head.slice(0, Math.max(1, head.length - 1))
  return whole.every((line) => row.test(line.trimEnd()))
}
export const recognizePgbenchLog = recognize(EACH)
export const recognizePgbenchIntervals = recognize(INTERVAL)

/**
 * Parses `pgbench -l`, a line for each transaction. Skipped and failed transactions have no time and are not counted.
 */
export function parsePgbenchLog(text: string, file: string): Parsed<ResponseTimes> {
  const times: [number, number][] = []
  const problems = eachRow(text, file, EACH, ([, time = '']) => {
    if (/^\d/.test(time)) times.push([Number(time), 1])
    return null
  })
  if (problems.length > 0) return { value: null, problems }
  const histogram = recordValues(MICROSECONDS, times)
  if (histogram.count === 0) return { value: null, problems: [{ file, message: 'holds no finished transaction' }] }
  return { value: { histograms: [{ operation: null, histogram, unitMs: 0.001 }], intervals: [] }, problems }
}

/** Parses `pgbench -l --aggregate-interval=N`, a line for each interval. */
export function parsePgbenchIntervals(text: string, file: string): Parsed<ResponseTimes> {
  const intervals: LogInterval[] = []
  const problems = eachRow(text, file, INTERVAL, (found) => {
    const [start = 0, count = 0, sumUs = 0, minUs = 0, maxUs = 0] = found.slice(1).map(Number)
    if (minUs > maxUs) return `the minimum ${minUs} us is above the maximum ${maxUs} us`
    if (sumUs < count * minUs || sumUs > count * maxUs) {
      return `${count} transactions of ${minUs} to ${maxUs} us do not sum to ${sumUs} us`
    }
    if (start <= (intervals.at(-1)?.start ?? 0)) return 'the interval does not begin after the one before it'
    intervals.push({ start, count, sumUs, minUs, maxUs })
    return null
  })
  return problems.length > 0 ? { value: null, problems } : { value: { histograms: [], intervals }, problems }
}

/** Calls `read` for each row; it returns what is wrong with it, or null. */
function eachRow(text: string, file: string, row: RegExp, read: (found: RegExpExecArray) => string | null): Problem[] {
  const problems: Problem[] = []
  const { lines, endsMidLine } = splitLines(text)
  for (const [i, line] of lines.entries()) {
    const found = row.exec(line.trimEnd())
    const isCut = endsMidLine && i === lines.length - 1
    const wrong = isCut
      ? 'the last line is cut'
      : found === null
        ? `${quote(line)} is not a row of the log`
        : read(found)
    if (wrong !== null) problems.push(refusal(file, wrong, i + 1))
    if (problems.length >= MAX_PROBLEMS) break
  }
  return problems
}
