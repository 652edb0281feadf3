import { checkInvariants, refusal } from '../../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../../parse/problem.ts'
import { textLines } from '../../../parse/text-lines.ts'
import type { UploadHistogram } from '../../../run/upload-document.ts'
import { checkSysbenchHistogram, sysbenchHistogram } from './sysbench-histogram.ts'
import { intervalColumns, type SysbenchIntervals } from './sysbench-intervals.ts'
import { SYSBENCH_INVARIANTS, sysbenchFigures } from './sysbench-invariants.ts'
import { asCurrentLines } from './sysbench-old-report.ts'
import type { ReportKey } from './sysbench-report.ts'
import { type SysbenchScan, scanSysbench } from './sysbench-scan.ts'

export type CountAndRate = { count: number; perSecond: number | null }

export type SysbenchLatency = {
  minMs: number | null
  avgMs: number | null
  maxMs: number | null
  sumMs: number | null
  /** The percentile of the file (95, 99) and its value; null when percentiles were switched off. */
  percentile: number | null
  percentileMs: number | null
}

export type SysbenchFairness = {
  eventsAvg: number | null
  eventsStddev: number | null
  executionSecondsAvg: number | null
  executionSecondsStddev: number | null
}

/** Results of the fileio test. */
export type SysbenchFileio = {
  readsPerSecond: number | null
  writesPerSecond: number | null
  fsyncsPerSecond: number | null
  readMibPerSecond: number | null
  writtenMibPerSecond: number | null
}

/** Results of the memory test. */
export type SysbenchMemory = { operations: number; operationsPerSecond: number | null; mibPerSecond: number | null }

/** Output of one sysbench run, 1.0 or 1.1. A field is null when the file does not state it. */
export type SysbenchOutput = {
  /** The command line that a script wrote above the output, without secrets; null without one. */
  command: string | null
  /** Options of the command without dashes: `table-size` -> `50000000`; a switch such as --skip-trx is `on`. */
  options: Record<string, string>
  /** The Lua script or built-in test without path and extension: `oltp_point_select`, `cpu`. */
  script: string | null
  cpus: number | null
  /** Version as printed, such as `1.1.0-3ceba0b`. */
  version: string | null
  threads: number | null
  warmupSeconds: number | null
  reportIntervalSeconds: number | null
  queriesPerformed: { read: number; write: number; other: number; total: number } | null
  transactions: CountAndRate | null
  queries: CountAndRate | null
  ignoredErrors: CountAndRate | null
  reconnects: CountAndRate | null
  /** Events/s as printed by 1.1; for 1.0, events divided by elapsed seconds. */
  eventsPerSecond: number | null
  events: number
  elapsedSeconds: number
  latency: SysbenchLatency | null
  fairness: SysbenchFairness | null
  fileio: SysbenchFileio | null
  memory: SysbenchMemory | null
  /** Columns of the `[ 10s ] thds: ...` lines; null without --report-interval. */
  intervals: SysbenchIntervals | null
  /** The distribution of --histogram; null without it. */
  histogram: UploadHistogram | null
  /** Number of unreadable interval lines. Each loses its own sample. */
  unreadIntervals: number
}

/**
 * Parses the standard output of sysbench (FORMATS 1).
 *
 * @returns `value` null when the file has no finished result. `failure` when sysbench reports one: FATAL, or 0 events.
 *   Refuses the run when the report is truncated, contradicts itself or is one of two in the file. An empty file is a
 *   missing step.
 */
export function parseSysbenchOutput(text: string, file: string): Parsed<SysbenchOutput> {
  const lines = asCurrentLines(textLines(text))
  if (lines.every((line) => line.trim() === '')) {
    return { value: null, problems: [{ file, message: 'the file is empty' }] }
  }
  const scan = scanSysbench(lines, file)
  if (scan.failure !== null) return { value: null, problems: [], failure: scan.failure }
  const problems: Problem[] = [
    ...scan.problems,
    ...checkInvariants(sysbenchFigures(scan.report), SYSBENCH_INVARIANTS, file),
    ...checkSysbenchHistogram(scan, file),
    ...whyIncomplete(scan, text).map((what) => refusal(file, what, lines.length)),
  ]
  if (problems.some(({ refusesRun }) => refusesRun)) return { value: null, problems }
  const events = scan.report.get('events')
  if (events?.numbers[0] === 0) {
    const reason = 'sysbench completed no event'
    return { value: null, problems, failure: { line: events.line, reason } }
  }
  // The value is copied, because a substring keeps the whole text in memory: here a command, with megabytes of query
  // plans.
  return { value: structuredClone(toOutput(scan)), problems }
}

/** The reasons why a report is incomplete; empty for a complete one. */
function whyIncomplete({ report }: SysbenchScan, text: string): string[] {
  if (report.size === 0) return ['the file ends before the statistics of sysbench']
  const isWhole = report.has('elapsed') && report.has('events') && report.has('fairnessSeconds')
  if (!isWhole) {
    return ['the report is cut off: elapsed time, number of events or the fairness of threads is missing']
  }
  if ((report.get('elapsed')?.numbers[0] ?? 0) <= 0) return ['the elapsed time is 0']
  const hasSqlHeading = report.has('transactions') || report.has('read') || report.has('total')
  if (hasSqlHeading && !report.has('queries')) return ['no line `queries: COUNT (RATE per sec.)`']
  // sysbench prints the last figure with two decimals; fewer without a newline means that it is truncated.
  return /execution time \(avg\/stddev\): +\S+\/\d*\.?\d?$/.test(text) ? ['the last line is cut'] : []
}

function toOutput(scan: SysbenchScan): SysbenchOutput {
  const numbers = (key: ReportKey) => scan.report.get(key)?.numbers ?? []
  const first = (key: ReportKey) => numbers(key)[0] ?? null
  const header = (key: 'cpus' | 'threads' | 'warmup' | 'interval') => {
    const value = scan.header.get(key)
    return value === undefined ? null : Number(value)
  }
  const countAndRate = (key: ReportKey): CountAndRate | null => {
    const count = first(key)
    return count === null ? null : { count, perSecond: numbers(key)[1] ?? null }
  }
  const has = (...keys: ReportKey[]) => keys.some((key) => scan.report.has(key))
  const [read, write, other, total] = [first('read'), first('write'), first('other'), first('total')]
  const events = first('events') ?? 0 // whyIncomplete has refused reports without these lines.
  const elapsedSeconds = first('elapsed') ?? 0
  const operations = first('memoryOperations')
  return {
    command: scan.command?.command ?? null,
    options: scan.command?.options ?? {},
    script: scan.command?.script ?? null,
    cpus: header('cpus'),
    version: scan.header.get('version') ?? null,
    threads: header('threads'),
    warmupSeconds: header('warmup'),
    reportIntervalSeconds: header('interval'),
    queriesPerformed:
      read === null || write === null || other === null || total === null ? null : { read, write, other, total },
    transactions: countAndRate('transactions'),
    queries: countAndRate('queries'),
    ignoredErrors: countAndRate('ignoredErrors'),
    reconnects: countAndRate('reconnects'),
    eventsPerSecond: first('eventsPerSecond') ?? events / elapsedSeconds,
    events,
    elapsedSeconds,
    latency: has('min', 'avg', 'max', 'sum', 'percentile')
      ? {
          minMs: first('min'),
          avgMs: first('avg'),
          maxMs: first('max'),
          sumMs: first('sum'),
          percentile: first('percentile'),
          percentileMs: numbers('percentile')[1] ?? null,
        }
      : null,
    fairness: {
      eventsAvg: first('fairnessEvents'),
      eventsStddev: numbers('fairnessEvents')[1] ?? null,
      executionSecondsAvg: first('fairnessSeconds'),
      executionSecondsStddev: numbers('fairnessSeconds')[1] ?? null,
    },
    fileio: has('fileReads', 'fileWrites', 'fileReadIops', 'fileWriteIops')
      ? {
          readsPerSecond: first('fileReads') ?? first('fileReadIops'),
          writesPerSecond: first('fileWrites') ?? first('fileWriteIops'),
          fsyncsPerSecond: first('fileFsyncs') ?? first('fileFsyncIops'),
          readMibPerSecond: first('fileReadMib') ?? numbers('fileReadIops')[1] ?? null,
          writtenMibPerSecond: first('fileWrittenMib') ?? numbers('fileWriteIops')[1] ?? null,
        }
      : null,
    memory:
      operations === null
        ? null
        : {
            operations,
            operationsPerSecond: numbers('memoryOperations')[1] ?? null,
            mibPerSecond: numbers('memoryTransferred')[1] ?? null,
          },
    intervals: intervalColumns(scan.intervals),
    histogram: sysbenchHistogram(scan),
    unreadIntervals: scan.unreadIntervals,
  }
}
