import { checkInvariants, refusal } from '../../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { splitLines } from '../../../parse/text-lines.ts'
import { type CompactionStats, readCompactionStats } from './compaction-stats.ts'
import { DB_BENCH_INVARIANTS, dbBenchFigures } from './db-bench-output-invariants.ts'
import { checkRocksdbHistogram, type RocksdbHistogram, readRocksdbHistogram } from './rocksdb-histogram.ts'

/** One benchmark in one call of db_bench. */
export type DbBenchResult = {
  line: number
  /** Name of the benchmark as db_bench prints it: `readwhilewriting`. */
  test: string
  /**
   * The last earlier benchmark or command in the call that changed the tree (`overwrite`, `flush`, `compact0`); null
   * for none.
   */
  after: string | null
  microsPerOp: number
  opsPerSecond: number
  seconds: number | null
  operations: number | null
  mbPerSecond: number | null
  /** Percentiles of the first histogram below the result, in microseconds, keyed by percent. */
  percentiles: Readonly<Record<string, number>>
  maxUs: number | null
  /** The first histogram below the result; null without --histogram. */
  histogram: RocksdbHistogram | null
  /** The `stats` directly after the result; null when another benchmark ran before in the same call. */
  stats: CompactionStats | null
}

/** One call of db_bench: its header and the benchmarks that it ran. */
export type DbBenchCall = {
  line: number
  /**
   * Version such as `6.17` or `10.8.3`; null when the header is missing, because db_bench writes it to standard error.
   */
  version: string | null
  /** ISO 8601. The output has no zone, so UTC is assumed. Null when not printed. */
  startedAt: string | null
  /** Header lines such as `Entries` and `Compression`, as printed. */
  facts: Readonly<Record<string, string>>
  results: readonly DbBenchResult[]
}

const VERSION = /^(?:RocksDB|LevelDB|Speedb): +version +(\d{1,6}(?:\.\d{1,6}){1,3})\s*$/
const FACT = /^(Date|CPU|Keys|Values|Entries|Compression|Write rate|Memtablerep): +(\S.*?)\s*$/
const RESULT =
  /^([A-Za-z][\w.-]*) +: +(\d+\.\d+) micros\/op (\d+) ops\/sec(?: +(\d+\.\d+) seconds (\d+) operations)?;(?: +(\d+\.\d+) MB\/s(?!\w))?/
const LOOKS_LIKE_RESULT = /^[A-Za-z][\w.-]* +: .*(?:micros\/op|ops\/sec)/
const AVERAGE = /^\S+ \[(?:AVG|MEDIAN|CI95).*\] *:/
const NAMED = /^test is: (\S+)\s*$/
/** Benchmarks that change the LSM tree. */
const WRITES =
  /^(?:fill|overwrite|update|append|merge|delete|random(?:transaction|replace)|flush|compact|readrandom(?:merge|writerandom)|.*while(?:writing|merging)|mixgraph|timeseries)/
/** Commands that change the LSM tree and print no result line. */
const COMMAND = /^(flush) memtable\s*$|^(compact(?:0|1|all))(?: found .*)?\s*$/

/** True for the output of db_bench, also for result lines without a header. */
export function recognizeDbBenchOutput(text: string): boolean {
  const head = text.slice(0, 200_000)
  return VERSION_LINE.test(head) ? /^(?:Entries: +\d|DB path: \[)/m.test(head) : RESULT_LINE.test(head)
}
const VERSION_LINE = /^(?:RocksDB|Speedb): +version +\d/m
const RESULT_LINE = /^[A-Za-z][\w.-]* +: +\d+\.\d+ micros\/op \d+ ops\/sec/m

/**
 * Parses the output of db_bench (FORMATS.md section 8): one call or several appended ones, each with its benchmarks,
 * which may repeat. Averages over repeats are skipped, because the repeats themselves are in the file.
 */
export function parseDbBenchOutput(text: string, file: string): Parsed<readonly DbBenchCall[]> {
  const { lines, endsMidLine } = splitLines(text)
  const problems: Problem[] = []
  const calls: Open[] = []
  const seen = new Set<string>()
  let call = openCall(1)
  for (const [i, whole] of lines.entries()) {
    // Progress reports end in a carriage return, so the next text is on the same line.
    const line = whole.slice(whole.lastIndexOf('\r') + 1)
    const version = VERSION.exec(line)?.[1]
    if (version !== undefined) {
      call = { ...openCall(i + 1), version }
      calls.push(call)
      continue
    }
    const [, fact, value] = FACT.exec(line) ?? []
    if (fact !== undefined && value !== undefined) call.facts[fact] ??= value
    const [, named] = NAMED.exec(line) ?? []
    // Statistics belong to a benchmark only when they follow it directly.
    if (named !== undefined && named !== 'stats') {
      call.current = null
      call.announced = named
    }
    const [, flush, compact] = COMMAND.exec(line) ?? []
    call.after = flush ?? compact ?? call.after
    if (AVERAGE.test(line)) continue
    const found = RESULT.exec(line)
    const isCut = endsMidLine && i === lines.length - 1
    if (found === null || isCut) {
      if (LOOKS_LIKE_RESULT.test(line)) {
        const message = `${quote(line)} is ${isCut ? 'cut' : 'not `NAME : N micros/op N ops/sec;`'}`
        problems.push(refusal(file, message, i + 1))
      } else {
        readDetail(call, lines, i)
      }
      continue
    }
    // Scripts repeat the result lines at the end of the file; an identical line is such a copy.
    const isAnnounced = call.announced === found[1]
    call.announced = null
    if (seen.has(found[0]) && !isAnnounced) continue
    seen.add(found[0])
    if (calls.at(-1) !== call) calls.push(call)
    const [, , micros, ops, seconds, operations, mb] = found
    const figures = dbBenchFigures({ micros, ops, seconds, operations, mb }, i + 1)
    problems.push(...checkInvariants(figures, DB_BENCH_INVARIANTS, file))
    addResult(call, found, i + 1)
  }
  const results = calls.flatMap((one) => one.results)
  problems.push(...results.flatMap((result) => checkRocksdbHistogram(result.histogram, result, file)))
  const value = calls.filter((one) => one.results.length > 0).map(close)
  if (value.length > 0) return { value, problems }
  const message = lines.length === 0 ? 'the file is empty' : 'holds no result of db_bench'
  return { value: null, problems: problems.length > 0 ? problems : [{ file, message }] }
}

type OpenResult = { -readonly [key in keyof DbBenchResult]: DbBenchResult[key] } & {
  percentiles: Record<string, number>
}
type Open = Omit<DbBenchCall, 'facts' | 'results'> & {
  facts: Record<string, string>
  results: OpenResult[]
  after: string | null
  /** The benchmark that a line announced and whose result has not been printed yet. */
  announced: string | null
  /** The benchmark whose histogram and `stats` may follow. */
  current: OpenResult | null
}

const openCall = (line: number): Open => ({
  line,
  version: null,
  startedAt: null,
  facts: {},
  results: [],
  after: null,
  announced: null,
  current: null,
})

function addResult(
  call: Open,
  [, test = '', micros, ops, seconds, operations, mb]: RegExpExecArray,
  line: number,
): void {
  const result: OpenResult = {
    line,
    test,
    after: call.after,
    microsPerOp: Number(micros),
    opsPerSecond: Number(ops),
    seconds: seconds === undefined ? null : Number(seconds),
    operations: operations === undefined ? null : Number(operations),
    mbPerSecond: mb === undefined ? null : Number(mb),
    percentiles: {},
    maxUs: null,
    histogram: null,
    stats: null,
  }
  call.results.push(result)
  call.current = result
  if (WRITES.test(test)) call.after = test
}

const MAX = /^Min: +\d+(?:\.\d+)? +Median: +\d+(?:\.\d+)? +Max: +(\d+(?:\.\d+)?)\s*$/
const PERCENTILES = /^Percentiles:(?: P\d+(?:\.\d+)?: \d+(?:\.\d+)?)+\s*$/

function readDetail(call: Open, lines: readonly string[], at: number): void {
  const { current } = call
  if (current === null) return
  const line = lines[at] ?? ''
  const [, max] = MAX.exec(line) ?? []
  if (max !== undefined) current.maxUs ??= Number(max)
  if (PERCENTILES.test(line) && Object.keys(current.percentiles).length === 0) {
    for (const [, percent, value] of line.matchAll(/ P(\d+(?:\.\d+)?): (\d+(?:\.\d+)?)/g)) {
      current.percentiles[String(Number(percent))] = Number(value)
    }
  }
  current.histogram ??= readRocksdbHistogram(lines, at)
  // The figures cover the whole call, so they describe a benchmark only when it ran alone.
  if (
    call.results.length === 1 &&
    call.results[0]?.after === null &&
    line.startsWith('** Compaction Stats [default] **')
  ) {
    current.stats ??= readCompactionStats(lines.slice(at, at + 200))
  }
}

function close({ line, version, facts, results }: Open): DbBenchCall {
  const { Date: date, ...rest } = facts
  return { line, version, startedAt: readDate(date ?? ''), facts: rest, results }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Parses a date such as `Mon Feb 22 19:41:24 2021`. */
function readDate(text: string): string | null {
  const [, month = '', day, hour, minute, second, year] =
    /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/.exec(text) ?? []
  const at = MONTHS.indexOf(month)
  if (at < 0) return null
  const time = Date.UTC(Number(year), at, Number(day), Number(hour), Number(minute), Number(second))
  return `${new Date(time).toISOString().slice(0, 19)}Z`
}
