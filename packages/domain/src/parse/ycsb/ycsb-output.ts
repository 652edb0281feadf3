import type { Parsed, Problem } from '../problem.ts'
import { quote } from '../quote.ts'
import { parseEach, splitReports } from '../split-reports.ts'
import { parseNumber } from '../table-cell.ts'
import { splitLines } from '../text-lines.ts'
import { isYcsbStatus, readYcsbStatus, type YcsbStatus } from './ycsb-status.ts'

/** Response times of one operation, milliseconds, and how often it was done. */
export type YcsbOperation = {
  /** READ, UPDATE, Intended-READ, READ-FAILED, TX-READMODIFYWRITE. */
  name: string
  operations: number | null
  statistics: Readonly<Record<string, number>>
  /** Operations by what they returned: OK, ERROR, NOT_FOUND. */
  returned: Readonly<Record<string, number>>
}

export type YcsbOutput = {
  /** Of the client, where it was printed: `0.17.0`. */
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
}

export const isYcsbOutput = (text: string): boolean =>
  /^\[OVERALL\], (?:Throughput\(ops\/sec\)|RunTime\(ms\)), /m.test(text)

type Draft = { operations: number | null; statistics: Record<string, number>; returned: Record<string, number> }

const MS_PER: Readonly<Record<string, number>> = { us: 1e-3, ms: 1, ns: 1e-6 }

/** Every report of a file: a load is often followed by its runs. */
export const parseYcsbOutputs = (text: string, file: string): Parsed<readonly YcsbOutput[]> =>
  parseEach(splitReports(text, { starts: STARTS, ends: /^\[OVERALL\], Throughput\(/ }), file, parseYcsbOutput)

const STARTS =
  /^(?:\S*java |Command line: |YCSB Client |\d{4}-\d{2}-\d{2} \S+ \d+ sec: |\[OVERALL\], (?:ThreadCount|RunTime))/

/** What YCSB printed: `[OVERALL], Throughput(ops/sec), N`, lines of each operation, and its status lines. */
export function parseYcsbOutput(text: string, file: string): Parsed<YcsbOutput> {
  const problems: Problem[] = []
  const drafts = new Map<string, Draft>()
  const status: YcsbStatus[] = []
  const overall = new Map<string, number>()
  let about: Pick<YcsbOutput, 'version' | 'phase' | 'workload' | 'client' | 'threads'> = nothingSaid
  for (const [i, content] of splitLines(text).lines.entries()) {
    const line = i + 1
    const refuse = (message: string) => problems.push({ file, line, message })
    if (isYcsbStatus(content)) {
      const sample = readYcsbStatus(content)
      if (sample === null) refuse(`${quote(content)} is a status line that cannot be read`)
      else status.push(sample)
      continue
    }
    about = readAbout(content, about)
    const [, section, label, value] = /^\[([A-Za-z][\w-]{0,60})\], ([^,]{1,60}), (\S{1,40})\s*$/.exec(content) ?? []
    if (section === undefined || label === undefined || value === undefined) continue
    if (section.startsWith('TOTAL_GC') || section === 'CLEANUP') continue
    const number = parseNumber(value)
    if (section === 'OVERALL') {
      if (number === null) refuse(`${quote(value)} is no number of ${label}`)
      else if (overall.has(label)) return refused(file, line)
      else overall.set(label, number)
      continue
    }
    const draft = drafts.get(section) ?? { operations: null, statistics: {}, returned: {} }
    drafts.set(section, draft)
    const problem = readValue(draft, label, value, number)
    if (problem !== null) refuse(problem)
  }
  const opsPerSecond = overall.get('Throughput(ops/sec)')
  if (opsPerSecond === undefined || opsPerSecond <= 0) {
    const message = 'no throughput; hoped for `[OVERALL], Throughput(ops/sec), N`'
    return { value: null, problems: problems.length > 0 ? problems : [{ file, message }] }
  }
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
    },
    problems,
  }
}

const refused = (file: string, line: number): Parsed<never> => ({
  value: null,
  problems: [{ file, line, message: 'a second report; hoped for a file for each run, and nothing is taken' }],
})

const nothingSaid = { version: null, phase: null, workload: null, client: null, threads: null } as const

/** Adds one value of an operation. Buckets of a histogram (`[READ], 0, 12`) and NaN of none are read over. */
function readValue(draft: Draft, label: string, value: string, number: number | null): string | null {
  if (/^>?\d+$/.test(label)) return null
  if (/^-?nan$/i.test(value)) return null
  if (number === null || number < 0) return `${quote(value)} is no number of ${label}`
  const [, returned] = /^Return=([\w-]{1,40})$/.exec(label) ?? []
  const [, statistic, unit = ''] = /^(.{1,30})\((us|ms|ns)\)$/.exec(label) ?? []
  if (label === 'Operations') draft.operations = number
  else if (returned !== undefined) draft.returned[returned] = number
  else if (statistic !== undefined) {
    const name = statisticOf(statistic)
    // Milliseconds as decimals: 1234 µs are 1.234 and not 1.2340000000000002.
    if (name !== null) draft.statistics[name] = Number((number * (MS_PER[unit] ?? 1)).toPrecision(12))
  }
  return null
}

const MEANINGS: Readonly<Record<string, string>> = { AverageLatency: 'avg', MinLatency: 'min', MaxLatency: 'max' }

/** `99thPercentileLatency`, `99.9PercentileLatency` and `99.9thPercentileLatency` are all in use. */
function statisticOf(label: string): string | null {
  if (Object.hasOwn(MEANINGS, label)) return MEANINGS[label] ?? null
  const [, percentile] = /^(\d{1,2}(?:\.\d{1,6})?)(?:st|nd|rd|th)?PercentileLatency$/.exec(label) ?? []
  return percentile === undefined ? null : `p${percentile}`
}

function readAbout(
  content: string,
  said: Pick<YcsbOutput, 'version' | 'phase' | 'workload' | 'client' | 'threads'>,
): typeof said {
  const version = said.version ?? /YCSB Client (\d{1,3}(?:\.\d{1,3}){1,2}[\w.-]{0,20})/.exec(content)?.[1] ?? null
  if (!/^Command line: |site\.ycsb\.Client|com\.yahoo\.ycsb\.Client|bin\/ycsb/.test(content))
    return { ...said, version }
  const [, threads] = /(?:^| )(?:-threads |-p threadcount=)(\d{1,6})(?= |$)/.exec(content) ?? []
  const [, workload] = /(?:^| )-P (?:\S{0,500}[/\\])?([\w.-]{1,80})(?= |$)/.exec(content) ?? []
  const [, client] = /(?:^| )-db (?:[\w.]{0,200}\.)?(\w{1,80})(?= |$)/.exec(content) ?? []
  return {
    version,
    phase:
      said.phase ??
      (/ -load\b|ycsb(?:\.sh)? load /.test(content) ? 'load' : / -t\b|ycsb(?:\.sh)? run /.test(content) ? 'run' : null),
    workload: said.workload ?? workload ?? null,
    client: said.client ?? client ?? null,
    // A command line that names no threads has one, by YCSB's own default.
    threads: said.threads ?? (threads === undefined ? 1 : Number(threads) || null),
  }
}
