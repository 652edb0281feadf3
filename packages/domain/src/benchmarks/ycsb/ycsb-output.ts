import { countFigure, decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { checkInvariants, cutLastLine, refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { parseEach, splitReports } from '../../parse/split-reports.ts'
import { parseNumber } from '../../parse/table-cell.ts'
import { splitLines } from '../../parse/text-lines.ts'
import { YCSB_INVARIANTS, YCSB_OPERATION_INVARIANTS, ycsbFigure } from './ycsb-invariants.ts'
import { isYcsbJson, ycsbJsonAsText } from './ycsb-json.ts'
import { isYcsbStatus, readYcsbStatus, type YcsbStatus } from './ycsb-status.ts'

/** Response times of one operation in milliseconds, and its number of executions. */
export type YcsbOperation = {
  /** Name of the operation: READ, UPDATE, Intended-READ, READ-FAILED, TX-READMODIFYWRITE. */
  name: string
  operations: number | null
  statistics: Readonly<Record<string, number>>
  /** Number of operations by return code: OK, ERROR, NOT_FOUND. */
  returned: Readonly<Record<string, number>>
}

export type YcsbOutput = {
  /** Version of the client, such as `0.17.0`; null when not printed. */
  version: string | null
  phase: 'load' | 'run' | null
  /** Name of the workload's file, such as `workloada`. */
  workload: string | null
  /** Class of the database's client, such as `JdbcDBClient`. */
  client: string | null
  threads: number | null
  opsPerSecond: number
  runtimeSeconds: number | null
  operations: readonly YcsbOperation[]
  status: readonly YcsbStatus[]
  /** Number of unreadable status lines. Each loses its own sample. */
  unreadStatus: number
}

export const isYcsbOutput = (text: string): boolean =>
  /^\[OVERALL\], (?:Throughput\(ops\/sec\)|RunTime\(ms\)), /m.test(text) || isYcsbJson(text)

type Draft = { operations: number | null; statistics: Record<string, number>; returned: Record<string, number> }

const MS_PER: Readonly<Record<string, number>> = { us: 1e-3, ms: 1, ns: 1e-6 }

/** Parses all reports of a file: a load is often followed by its runs. */
export const parseYcsbOutputs = (text: string, file: string): Parsed<readonly YcsbOutput[]> =>
  parseEach(
    splitReports(ycsbJsonAsText(text), { starts: STARTS, ends: /^\[OVERALL\], Throughput\(/ }),
    file,
    parseYcsbOutput,
  )

const STARTS =
  /^(?:\S*java |Command line: |YCSB Client |\d{4}-\d{2}-\d{2} \S+ \d+ sec: |\[OVERALL\], (?:ThreadCount|RunTime))/

/** Parses output of YCSB: `[OVERALL], Throughput(ops/sec), N`, lines of each operation, and status lines. */
export function parseYcsbOutput(text: string, file: string): Parsed<YcsbOutput> {
  const problems: Problem[] = []
  const drafts = new Map<string, Draft>()
  const status: YcsbStatus[] = []
  const figures = new Map<string, Map<string, Figure>>()
  let unreadStatus = 0
  const overall = new Map<string, number>()
  let about: Pick<YcsbOutput, 'version' | 'phase' | 'workload' | 'client' | 'threads'> = noHeader
  const { lines, endsMidLine } = splitLines(text)
  for (const [i, content] of lines.entries()) {
    const line = i + 1
    const refuse = (message: string) => problems.push(refusal(file, message, line))
    if (isYcsbStatus(content)) {
      const sample = readYcsbStatus(content)
      if (sample === null) unreadStatus++
      else status.push(sample)
      continue
    }
    about = readAbout(content, about)
    const [, section, label, value] = /^\[([A-Za-z][\w-]{0,60})\], ([^,]{1,60}), (\S{1,40})\s*$/.exec(content) ?? []
    if (section === undefined || label === undefined || value === undefined) {
      if (CUT_LINE.test(content)) refuse(`${quote(content)} is cut`)
      continue
    }
    if (endsMidLine && line === lines.length) problems.push(cutLastLine(file, line))
    if (section.startsWith('TOTAL_GC') || section === 'CLEANUP') continue
    const number = parseNumber(value)
    if (section === 'OVERALL') {
      if (number === null) refuse(`${quote(value)} is not a number of ${label}`)
      else if (overall.has(label)) return refused(file, line)
      else {
        overall.set(label, number)
        addOverall(figures, label, value, line)
      }
      continue
    }
    addFigure(figures, section, ycsbFigure(label, value, line))
    const draft = drafts.get(section) ?? { operations: null, statistics: {}, returned: {} }
    drafts.set(section, draft)
    const problem = readValue(draft, label, value, number)
    if (problem !== null) refuse(problem)
  }
  problems.push(...checkFigures(figures, [...drafts.keys()], file))
  const opsPerSecond = overall.get('Throughput(ops/sec)')
  const isIdle = opsPerSecond === 0 && [...drafts.values()].every(({ operations }) => (operations ?? 0) === 0)
  if (isIdle && !problems.some(({ refusesRun }) => refusesRun)) {
    const line = figures.get('OVERALL')?.get('throughput')?.line ?? 1
    return { value: null, problems, failure: { line, reason: 'YCSB completed no operation' } }
  }
  if (opsPerSecond === undefined || opsPerSecond <= 0) {
    const message = 'no throughput; expected `[OVERALL], Throughput(ops/sec), N`'
    problems.push(refusal(file, message, Math.max(1, lines.length)))
  }
  if (opsPerSecond === undefined || problems.some(({ refusesRun }) => refusesRun)) return { value: null, problems }
  const runtime = overall.get('RunTime(ms)')
  const threads = about.threads ?? overall.get('ThreadCount') ?? null
  const operations = [...drafts].map(([name, draft]) => ({ name, ...draft }))
  return {
    value: {
      ...about,
      threads,
      opsPerSecond,
      runtimeSeconds: runtime === undefined ? null : runtime / 1000,
      operations,
      status,
      unreadStatus,
    },
    problems,
  }
}

const refused = (file: string, line: number): Parsed<never> => ({
  value: null,
  problems: [refusal(file, 'a second report; expected a file for each run', line)],
})

/** Matches a truncated line of the report, or a JSON entry that is not complete. */
const CUT_LINE = /^\[[A-Z][\w-]{0,60}\](?:,[^,]{0,60})?(?:, ?)?$|^\s*\{|^\s*"metric"/

type SectionFigures = Map<string, Map<string, Figure>>

function addFigure(figures: SectionFigures, section: string, found: [string, Figure] | null): void {
  if (found === null || /^-?nan$/i.test(found[1].text)) return
  figures.set(section, (figures.get(section) ?? new Map<string, Figure>()).set(...found))
}

function addOverall(figures: SectionFigures, label: string, text: string, line: number): void {
  if (label === 'Throughput(ops/sec)') addFigure(figures, 'OVERALL', ['throughput', decimalFigure(text, line)])
  if (label === 'RunTime(ms)') addFigure(figures, 'OVERALL', ['run time', decimalFigure(text, line, 1e-3)])
}

function checkFigures(figures: SectionFigures, sections: readonly string[], file: string): Problem[] {
  const ofOperations = [...figures].filter(([section]) => section !== 'OVERALL')
  const problems = ofOperations.flatMap(([, own]) => checkInvariants(own, YCSB_OPERATION_INVARIANTS, file))
  const total = totalOperations(figures, sections)
  const overall = new Map(figures.get('OVERALL'))
  if (total !== null) overall.set('operations', total)
  return [...problems, ...checkInvariants(overall, YCSB_INVARIANTS, file)]
}

const PLAIN_OPERATIONS: ReadonlySet<string> = new Set([
  'READ',
  'UPDATE',
  'INSERT',
  'SCAN',
  'DELETE',
  'READ-MODIFY-WRITE',
])

/**
 * All operations of a run. A read-modify-write counts as one, although its read and update are also counted separately.
 * Null when failures or transactions change the sum.
 */
function totalOperations(figures: SectionFigures, sections: readonly string[]): Figure | null {
  let total = 0
  let line = 1
  for (const section of sections) {
    const operations = figures.get(section)?.get('operations')
    if (section.startsWith('Intended-')) continue
    if (!PLAIN_OPERATIONS.has(section) || operations === undefined) return null
    total += section === 'READ-MODIFY-WRITE' ? -operations.value : operations.value
    line = operations.line
  }
  return total > 0 ? countFigure(String(total), line) : null
}

const noHeader = { version: null, phase: null, workload: null, client: null, threads: null } as const

/** Adds one value of an operation. Buckets of a histogram (`[READ], 0, 12`) and NaN are skipped. */
function readValue(draft: Draft, label: string, value: string, number: number | null): string | null {
  if (/^>?\d+$/.test(label)) return null
  if (/^-?nan$/i.test(value)) return null
  if (number === null || number < 0) return `${quote(value)} is not a number of ${label}`
  const [, returned] = /^Return=([\w-]{1,40})$/.exec(label) ?? []
  const [, statistic, unit = ''] = /^(.{1,30})\((us|ms|ns)\)$/.exec(label) ?? []
  if (label === 'Operations') draft.operations = number
  else if (returned !== undefined) draft.returned[returned] = number
  else if (statistic !== undefined) {
    const name = statisticOf(statistic)
    // Rounded so that 1234 µs are 1.234 ms and not 1.2340000000000002 ms.
    if (name !== null) draft.statistics[name] = Number((number * (MS_PER[unit] ?? 1)).toPrecision(12))
  }
  return null
}

const MEANINGS: Readonly<Record<string, string>> = { AverageLatency: 'avg', MinLatency: 'min', MaxLatency: 'max' }

/**
 * The statistic of a label; `99thPercentileLatency`, `99.9PercentileLatency` and `99.9thPercentileLatency` all occur.
 */
function statisticOf(label: string): string | null {
  if (Object.hasOwn(MEANINGS, label)) return MEANINGS[label] ?? null
  const [, percentile] = /^(\d{1,2}(?:\.\d{1,6})?)(?:st|nd|rd|th)?PercentileLatency$/.exec(label) ?? []
  return percentile === undefined ? null : `p${percentile}`
}

function readAbout(
  content: string,
  known: Pick<YcsbOutput, 'version' | 'phase' | 'workload' | 'client' | 'threads'>,
): typeof known {
  const version = known.version ?? /YCSB Client (\d{1,3}(?:\.\d{1,3}){1,2}[\w.-]{0,20})/.exec(content)?.[1] ?? null
  if (!/^Command line: |site\.ycsb\.Client|com\.yahoo\.ycsb\.Client|bin\/ycsb/.test(content))
    return { ...known, version }
  const [, threads] = /(?:^| )(?:-threads |-p threadcount=)(\d{1,6})(?= |$)/.exec(content) ?? []
  const [, workload] = /(?:^| )-P (?:\S{0,500}[/\\])?([\w.-]{1,80})(?= |$)/.exec(content) ?? []
  const [, client] = /(?:^| )-db (?:[\w.]{0,200}\.)?(\w{1,80})(?= |$)/.exec(content) ?? []
  return {
    version,
    phase:
      known.phase ??
      (/ -load\b|ycsb(?:\.sh)? load /.test(content) ? 'load' : / -t\b|ycsb(?:\.sh)? run /.test(content) ? 'run' : null),
    workload: known.workload ?? workload ?? null,
    client: known.client ?? client ?? null,
    // A command line without threads means one, which is YCSB's default.
    threads: known.threads ?? (threads === undefined ? 1 : Number(threads) || null),
  }
}
