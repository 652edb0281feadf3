import { parse } from 'csv-parse/sync'
import { decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import {
  checkInvariants,
  type Invariant,
  ordered,
  rateIsCountByTime,
  refusal,
} from '../../parse/invariants/invariants.ts'
import type { Failure, Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'

/** One test of a report. Latencies are milliseconds, by the names of `latency_ms_*` metrics: `avg`, `p99`. */
export type RedisTest = {
  name: string
  requestsPerSecond: number
  latencies: Readonly<Record<string, number>>
  /** Null where the report does not state them: `--csv` and `-q`. */
  clients: number | null
  payloadBytes: number | null
  seconds: number | null
  line: number
}

const CSV_HEADER = /^"test","rps"/m
/** A row of `--csv` before version 6.2, which wrote no header: a test of the program and its rate. */
const OLD_CSV_ROW =
  /^"((?:PING_INLINE|PING_(?:M)?BULK|SET|GET|INCR|[LR]PUSH|[LR]POP|SADD|HSET|SPOP|Z(?:ADD|POPMIN)|LPUSH \(needed to benchmark LRANGE\)|LRANGE_\d+ \(first \d+ elements\)|MSET \(\d+ keys\)))","([^"]*)"$/
const TEXT_TEST = /^={6} (.+) ={6}$/
const QUIET_LINE = /^(\S.*): (\S+) requests per second(?:, p50=(\S+) msec)?$/

const SUMMARY_COLUMNS = ['avg', 'min', 'p50', 'p95', 'p99', 'max']
const INVARIANTS: readonly Invariant[] = [
  ordered('min', 'avg', 'max'),
  ordered('min', 'p50', 'p95', 'p99', 'max'),
  // The time is printed with two decimals, and the rate is computed from milliseconds.
  rateIsCountByTime({ rate: 'requests per second', count: 'requests', seconds: 'seconds' }),
]

/** Lines with which the tool gives up, or waits for a server that does not answer. */
const FAILED_LINE =
  /^(?:Could not connect to (?:Redis|Valkey|server) at \S+: .+|Error: (?:Connection|Server) .+|Error from server: .+|WARNING: Could not fetch server CONFIG)$/

export function isRedisBenchmark(text: string): boolean {
  if (linesOf(text.slice(0, 2_000)).lines.some((line) => FAILED_LINE.test(line))) return true
  if (CSV_HEADER.test(text.slice(0, 400)) && text.includes('latency_ms')) return true
  if (isOldCsv(linesOf(text.slice(0, 2_000)).lines)) return true
  if (/^={6} .+ ={6}\s*$/m.test(text) && /^ +\d+ requests completed in /m.test(text)) return true
  return linesOf(text).lines.some((line) => QUIET_LINE.test(line))
}

/** Parses the output of redis-benchmark: the full report, `-q` or `--csv`. */
export function parseRedisBenchmark(text: string, file: string): Parsed<RedisTest[]> {
  const { lines, endsMidLine } = linesOf(text)
  const tests: RedisTest[] = []
  const problems: Problem[] = []
  if (endsMidLine) problems.push(refusal(file, 'the last line has no end, so the output is cut', lines.length))
  else if (CSV_HEADER.test(text.slice(0, 400))) readCsv(lines, file, tests, problems)
  else if (isOldCsv(lines)) readOldCsv(lines, file, tests, problems)
  else if (lines.some((line) => TEXT_TEST.test(line))) readSections(lines, file, tests, problems)
  else readQuiet(lines, file, tests, problems)
  const failure = failureOf(lines)
  if (tests.length === 0 && failure !== null) return { value: null, problems: [], failure }
  if (problems.length > 0) return { value: null, problems }
  if (tests.length === 0) return { value: null, problems: [refusal(file, 'holds no finished test')] }
  return { value: tests, problems }
}

/** The line that says why there is no report. A warning alone comes with a report. */
function failureOf(lines: readonly string[]): Failure | null {
  const at = lines.findIndex((line) => FAILED_LINE.test(line) && !line.startsWith('WARNING'))
  return at === -1 ? null : { line: at + 1, reason: lines[at] ?? '' }
}

/** Progress is written over the same line with carriage returns; only the last state of a line counts. */
function linesOf(text: string): { lines: string[]; endsMidLine: boolean } {
  const { lines, endsMidLine } = splitLines(text)
  return { lines: lines.map((line) => line.slice(line.lastIndexOf('\r') + 1).trimEnd()), endsMidLine }
}

function readCsv(lines: readonly string[], file: string, tests: RedisTest[], problems: Problem[]): void {
  const start = lines.findIndex((line) => line.startsWith('"test"'))
  const [header = [], ...rows]: string[][] = parse(lines.slice(start).join('\n'), { relax_column_count: true })
  for (const [index, row] of rows.entries()) {
    const line = start + index + 2
    const [name = '', rate = '', ...times] = row
    if (row.length !== header.length) {
      problems.push(refusal(file, `has ${row.length} columns, but the header has ${header.length}`, line))
      continue
    }
    const latencies = header.slice(2).map((column, at): [string, string] => [statisticOf(column), times[at] ?? ''])
    addTest({ name, rate, latencies, line, about: new Map() }, file, tests, problems)
  }
}

const isOldCsv = ([first = '']: readonly string[]): boolean => OLD_CSV_ROW.test(first)

function readOldCsv(lines: readonly string[], file: string, tests: RedisTest[], problems: Problem[]): void {
  for (const [index, content] of lines.entries()) {
    const line = index + 1
    const [, name, rate = ''] = OLD_CSV_ROW.exec(content) ?? []
    if (name !== undefined) addTest({ name, rate, latencies: [], line, about: new Map() }, file, tests, problems)
    else if (content !== '') problems.push(refusal(file, `${quote(content)} is not a test and its rate`, line))
  }
}

/** `p50_latency_ms` is `p50`. */
const statisticOf = (column: string): string => column.replace(/_latency_ms$/, '')

function readQuiet(lines: readonly string[], file: string, tests: RedisTest[], problems: Problem[]): void {
  for (const [index, line] of lines.entries()) {
    const [, name = '', rate = '', median] = QUIET_LINE.exec(line) ?? []
    if (name === '') continue
    const latencies: [string, string][] = median === undefined ? [] : [['p50', median]]
    addTest({ name, rate, latencies, line: index + 1, about: new Map() }, file, tests, problems)
  }
}

function readSections(lines: readonly string[], file: string, tests: RedisTest[], problems: Problem[]): void {
  const starts = lines.flatMap((line, index) => (TEXT_TEST.test(line) ? [index] : []))
  for (const [nth, start] of starts.entries()) {
    const section = lines.slice(start, starts[nth + 1])
    readSection(section, start + 1, file, tests, problems)
  }
}

function readSection(
  section: readonly string[],
  firstLine: number,
  file: string,
  tests: RedisTest[],
  problems: Problem[],
): void {
  const [, name = ''] = TEXT_TEST.exec(section[0] ?? '') ?? []
  const about = new Map<string, Figure>()
  let rate: { text: string; line: number } | null = null
  let latencies: [string, string][] = []
  let isOld = false
  for (const [index, text] of section.entries()) {
    const line = firstLine + index
    const [, requests = '', seconds] = /^ +(\S+) requests completed in (\S+) seconds/.exec(text) ?? []
    if (seconds !== undefined) {
      about.set('requests', decimalFigure(requests, line)).set('seconds', decimalFigure(seconds, line))
    }
    const [, clients] = /^ +(\S+) parallel clients/.exec(text) ?? []
    if (clients !== undefined) about.set('clients', decimalFigure(clients, line))
    const [, payload] = /^ +(\S+) bytes payload/.exec(text) ?? []
    if (payload !== undefined) about.set('payload', decimalFigure(payload, line))
    const [, summary] = /^ +throughput summary: (\S+) requests per second/.exec(text) ?? []
    if (summary !== undefined) rate = { text: summary, line }
    // Versions before 6.2 print the rate alone below a coarse distribution, and no percentiles.
    const [, old] = /^(\S+) requests per second$/.exec(text) ?? []
    if (old !== undefined) {
      rate = { text: old, line }
      isOld = true
    }
    if (/^ +avg +min +p50 +p95 +p99 +max$/.test(text)) {
      const values = (section[index + 1] ?? '').trim().split(/\s+/)
      if (values.length === SUMMARY_COLUMNS.length)
        latencies = SUMMARY_COLUMNS.map((column, i) => [column, values[i] ?? ''])
    }
  }
  if (rate === null || (latencies.length === 0 && !isOld)) {
    problems.push(refusal(file, `the report of ${name} has no summary, so it is cut`, firstLine + section.length - 1))
    return
  }
  addTest({ name, rate: rate.text, latencies, line: rate.line, about }, file, tests, problems)
}

type Printed = {
  name: string
  rate: string
  latencies: readonly [string, string][]
  line: number
  about: ReadonlyMap<string, Figure>
}

function addTest(printed: Printed, file: string, tests: RedisTest[], problems: Problem[]): void {
  const { name, rate, latencies, line, about } = printed
  const figures = new Map<string, Figure>([
    ...about,
    ['requests per second', decimalFigure(rate, line)],
    ...latencies.map(([statistic, text]): [string, Figure] => [statistic, decimalFigure(text, line)]),
  ])
  const contradictions = checkInvariants(figures, INVARIANTS, file)
  problems.push(...contradictions)
  if (Number(rate) === 0) problems.push(refusal(file, `${name} has 0 requests per second`, line))
  if (contradictions.length > 0) return
  tests.push({
    name,
    requestsPerSecond: Number(rate),
    latencies: Object.fromEntries(latencies.map(([statistic, text]) => [statistic, Number(text)])),
    clients: about.get('clients')?.value ?? null,
    payloadBytes: about.get('payload')?.value ?? null,
    seconds: about.get('seconds')?.value ?? null,
    line,
  })
}
