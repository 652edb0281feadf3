import { refusal } from '../../../parse/invariants/invariants.ts'
import type { Failure, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { redact } from '../../../parse/redact.ts'
import { readSysbenchCommand, type SysbenchCommand } from './sysbench-command.ts'
import { type HistogramRow, readHistogramRow } from './sysbench-histogram.ts'
import { isIntervalLine, readInterval, type SysbenchInterval } from './sysbench-intervals.ts'
import { isReportHeading, type ReportKey, type ReportLine, readReportLine } from './sysbench-report.ts'

/** The lines of one sysbench output by kind, before they are checked for a complete result. */
export type SysbenchScan = {
  command: SysbenchCommand | null
  header: Map<'cpus' | 'version' | 'threads' | 'warmup' | 'interval', string>
  report: Map<ReportKey, ReportLine & { line: number }>
  intervals: SysbenchInterval[]
  /** Rows of the table of --histogram, with their lines. */
  histogram: HistogramRow[]
  problems: Problem[]
  /** The first FATAL line, with which sysbench reports a failure. */
  failure: Failure | null
  /** Number of interval lines that could not be read. */
  unreadIntervals: number
}

const HEADER_LINES = [
  ['cpus', /^(\d{1,6}) CPUs?$/],
  ['version', /^sysbench (\d\S*)(?: \(using .*)?$/],
  ['threads', /^Number of threads: (\d{1,9})$/],
  ['warmup', /^Warmup time: (\d{1,9})s$/],
  ['interval', /^Report intermediate results every (\d{1,9}) second\(s\)$/],
] as const

/** Sorts the lines into command, header, intervals and report; unknown lines are problems. */
export function scanSysbench(lines: readonly string[], file: string): SysbenchScan {
  const scan: SysbenchScan = {
    command: null,
    header: new Map(),
    report: new Map(),
    intervals: [],
    histogram: [],
    problems: [],
    failure: null,
    unreadIntervals: 0,
  }
  let section: 'before' | 'report' | 'checkpoint' = 'before'
  for (const [i, text] of lines.entries()) {
    const line = i + 1
    const refuse = (what: string) => scan.problems.push(refusal(file, what, line))
    const row = section === 'before' ? readHistogramRow(text, line) : null
    if (row !== null) scan.histogram.push(row)
    else if (text.startsWith('FATAL:')) scan.failure ??= { line, reason: shorten(redact(text)) }
    else if (isIntervalLine(text)) {
      // A checkpoint of --report-checkpoints prints a whole report during the run; the last report is the result.
      if (/Checkpoint report:\s*$/.test(text)) section = 'checkpoint'
      else if (!/queue length: /.test(text)) addInterval(scan, text)
    } else if (text.trim() === '') continue
    else if (section === 'before' && !startsReport(text)) {
      scan.command ??= scan.header.has('version') ? null : readSysbenchCommand(text)
      if (addHeaderLine(scan, text) === 'again') refuse('a second run begins here; one file holds one run')
    } else {
      const read = readReportLine(text)
      if (section === 'checkpoint') {
        if (read?.key === 'fairnessSeconds') section = 'before'
        continue
      }
      section = 'report'
      if (read !== null && scan.report.has(read.key)) refuse(`${quote(text.trim())} appears a second time`)
      else if (read !== null) scan.report.set(read.key, { ...read, line })
      else if (!isReportHeading(text))
        addForeignLine(scan, { file, line, message: `${quote(redact(text))} is not a line of a sysbench report` })
    }
  }
  return scan
}

/**
 * Adds a line that is not part of the report. Inside the report it hides a figure and refuses the run; below it, it may
 * be output of another program.
 */
function addForeignLine(scan: SysbenchScan, { file, line, message }: Problem & { line: number }): void {
  scan.problems.push(scan.report.has('fairnessSeconds') ? { file, line, message } : refusal(file, message, line))
}

/** True for the headings that begin a report. Query plans come before it and may contain any text. */
function startsReport(text: string): boolean {
  return /^(?:SQL statistics|General statistics|Throughput|CPU speed|File operations|Latency \(ms\)):$|^Total operations: \d/.test(
    text,
  )
}

function addHeaderLine(scan: SysbenchScan, text: string): 'again' | undefined {
  for (const [key, pattern] of HEADER_LINES) {
    const value = pattern.exec(text.trimEnd())?.[1]
    if (value === undefined) continue
    if (key === 'version' && scan.header.has(key)) return 'again'
    if (!scan.header.has(key)) scan.header.set(key, value)
    return undefined
  }
  return undefined
}

function addInterval(scan: SysbenchScan, text: string): void {
  const interval = readInterval(text)
  if (interval !== null) scan.intervals.push(interval)
  else scan.unreadIntervals++
}

const shorten = (text: string): string => (text.length > MAX_REASON ? `${text.slice(0, MAX_REASON)}...` : text)

const MAX_REASON = 300
