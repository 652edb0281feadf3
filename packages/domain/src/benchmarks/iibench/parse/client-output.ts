import { decimalFigure } from '../../../parse/invariants/figure.ts'
import { checkInvariants, type Invariant, rateIsCountByTime, refusal } from '../../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { redact } from '../../../parse/redact.ts'
import { parseNumber } from '../../../parse/table-cell.ts'
import { splitLines } from '../../../parse/text-lines.ts'
import { BUCKETS, OPERATIONS, type Operation } from './columns.ts'

/**
 * Columns of an interval line: i_ for the interval, t_ since the start, max_ in microseconds. Older programs print 12.
 */
const COLUMNS = [
  'i_sec',
  't_sec',
  'i_ips',
  't_ips',
  'i_dps',
  't_dps',
  'i_qps',
  't_qps',
  'max_i',
  'max_d',
  'max_q',
  't_ins',
  't_del',
  't_query',
  'retry_i',
  'retry_d',
  'retry_q',
] as const
export type IntervalColumn = (typeof COLUMNS)[number]
const COUNT_OF_RATE = { ips: 't_ins', dps: 't_del', qps: 't_query' } as const
const REQUIRED = ['i_sec', 't_sec', 'i_ips', 'i_qps', 't_ins', 't_query'] as const

export type Interval = { line: number; values: Readonly<Partial<Record<IntervalColumn, number>>> }

/** Number of responses up to each limit, and the longest response in seconds. */
export type ResponseCounts = { counts: readonly number[]; maxSeconds: number }

/** Output of one client of the Insert Benchmark. */
export type ClientOutput = {
  /** The command line without secrets; null when the file does not begin with it. */
  command: string | null
  columns: readonly IntervalColumn[]
  intervals: readonly Interval[]
  responses: Readonly<Partial<Record<Operation, ResponseCounts>>>
  /** Seconds that creating the secondary indexes took; null when no indexes were created. */
  indexSeconds: number | null
  /** False when the program did not finish. */
  isComplete: boolean
  /** Number of unreadable interval lines. The sample of each is missing. */
  unreadIntervals: number
}

/** Maximum problems for unreadable lines. Further lines are only counted. */
const MAX_REPORTED_PROBLEMS = 10

/**
 * Parses the output of iibench.py (FORMATS.md section 11): interval lines below a header, histograms of response times,
 * totals. No sample of it is published, so the parser follows the program's source and refuses anything else.
 */
export function parseClientOutput(text: string, file: string): Parsed<ClientOutput> {
  const problems: Problem[] = []
  const { lines, endsMidLine } = splitLines(text)
  const headerAt = lines.findIndex(isHeader)
  if (headerAt === -1)
    return { value: null, problems: [{ file, message: 'no header i_sec, t_sec, i_ips, ... is there' }] }
  const columns = readHeader(lines[headerAt] ?? '')
  if (columns === null) {
    const message = `the header names unknown columns, or one twice; known: ${COLUMNS.join(', ')}`
    return { value: null, problems: [{ file, line: headerAt + 1, message }] }
  }
  const intervals: Interval[] = []
  const responses = new Map<Operation, (ResponseCounts | null)[]>()
  let indexSeconds: number | null = null
  let isComplete = false
  let untold = 0
  let unreadIntervals = 0
  for (let i = headerAt + 1; i < lines.length; i++) {
    const content = lines[i] ?? ''
    const complain = (message: string) => {
      if (problems.length < MAX_REPORTED_PROBLEMS) problems.push({ file, line: i + 1, message })
      else untold++
    }
    if (content.trim() === '') continue
    const operation = operationOf(content)
    if (operation !== null) {
      if (!/\b256us\b/.test(content))
        responses.set(operation, [...(responses.get(operation) ?? []), readCounts(content)])
    } else if (/^Created secondary indexes in /.test(content)) {
      indexSeconds = parseNumber(/in (\S+) seconds$/.exec(content)?.[1] ?? '')
    } else if (/^Totals: /.test(content)) {
      isComplete = true
    } else if (content.includes('\t')) {
      // A truncated or irregular interval line only loses its own sample.
      const isCut = endsMidLine && i === lines.length - 1
      if (isCut || !addInterval(intervals, content, i + 1, columns)) unreadIntervals++
    } else if (!/^(Query thread #\d+: |Done$)/.test(content)) {
      complain(`${quote(redact(content))} is not a line of this program's report`)
    }
  }
  if (untold > 0) problems.push({ file, message: `${untold} more lines were not understood` })
  if (!isComplete) {
    const message = 'no line of totals: the output is cut, or the program did not come to its end'
    problems.push(refusal(file, message, lines.length))
  }
  problems.push(...checkLastInterval(intervals.at(-1), file))
  const counted: Partial<Record<Operation, ResponseCounts>> = {}
  for (const [operation, found] of responses) {
    const [only] = found
    if (found.length === 1 && only != null) counted[operation] = only
    else
      problems.push({
        file,
        message: `${found.length} histograms of ${operation} responses, or one that is not a histogram; left out`,
      })
  }
  if (intervals.length === 0 && indexSeconds === null) {
    return { value: null, problems: [...problems, { file, message: 'no interval line is there' }] }
  }
  const above = lines.slice(0, headerAt).find((line) => line.includes('iibench'))
  const command = above === undefined ? null : redact(above.trim())
  return {
    value: { command, columns, intervals, responses: counted, indexSeconds, isComplete, unreadIntervals },
    problems,
  }
}

export const holdsClientOutput = (text: string): boolean => text.slice(0, 10_000).split(/\r?\n/).some(isHeader)

const isHeader = (line: string): boolean => line.startsWith('i_sec\tt_sec\ti_ips\t')

function readHeader(line: string): IntervalColumn[] | null {
  const names = line.trim().split('\t')
  const columns = names.flatMap((name) => COLUMNS.find((known) => known === name) ?? [])
  const isWhole = REQUIRED.every((name) => columns.includes(name))
  return columns.length === names.length && new Set(columns).size === columns.length && isWhole ? columns : null
}

/** The invariants of the totals that each interval line prints: rate × time = count. */
const TOTALS: readonly Invariant[] = (['ips', 'dps', 'qps'] as const).map((rate) =>
  rateIsCountByTime({ rate: `t_${rate}`, count: COUNT_OF_RATE[rate], seconds: 't_sec', slack: 0.02 }),
)

function checkLastInterval(interval: Interval | undefined, file: string): Problem[] {
  if (interval === undefined) return []
  const figures = Object.entries(interval.values).map(([name, value]) => {
    return [name, decimalFigure(String(value), interval.line)] as const
  })
  return checkInvariants(new Map(figures), TOTALS, file)
}

/** Adds an interval line; returns false for any other line. */
function addInterval(
  intervals: Interval[],
  content: string,
  line: number,
  columns: readonly IntervalColumn[],
): boolean {
  const fields = content.split('\t')
  const values = fields.map((field) => parseNumber(field.trim()))
  if (fields.length !== columns.length || values.some((value) => value === null || value < 0)) {
    return false
  }
  const named: Partial<Record<IntervalColumn, number>> = {}
  for (const [i, name] of columns.entries()) {
    const value = values[i]
    if (value != null) named[name] = value
  }
  const before = intervals.at(-1)?.values.t_sec ?? 0
  if ((named.i_sec ?? 0) <= 0 || (named.t_sec ?? 0) <= before) return false
  intervals.push({ line, values: named })
  return true
}

/** The operation of a histogram heading: `Insert rt:`, `Delete rt:`, `Query rt:`, `Query thread #0 rt:`. */
function operationOf(line: string): Operation | null {
  const [, word] = /^\s*(Insert|Delete|Query)(?: thread #\d+)? rt:/.exec(line) ?? []
  return OPERATIONS.find((name) => name === word?.toLowerCase()) ?? null
}

function readCounts(line: string): ResponseCounts | null {
  const fields = line
    .slice(line.indexOf('rt:') + 3)
    .trim()
    .split(/ +/)
  const counts = fields.slice(0, BUCKETS.length).map((field) => (/^\d{1,15}$/.test(field) ? Number(field) : null))
  const maxSeconds = /^\d+\.\d{6}$/.test(fields[BUCKETS.length] ?? '')
    ? parseNumber(fields[BUCKETS.length] ?? '')
    : null
  if (fields.length !== BUCKETS.length + 1 || maxSeconds === null) return null
  const known = counts.filter((count) => count !== null)
  return known.length === BUCKETS.length ? { counts: known, maxSeconds } : null
}
