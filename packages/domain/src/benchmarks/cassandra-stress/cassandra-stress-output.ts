import { countFigure, decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import {
  checkInvariants,
  type Invariant,
  ordered,
  rateIsCountByTime,
  refusal,
} from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { splitLines } from '../../parse/text-lines.ts'

/** The results of one command. Latencies are milliseconds by statistic: `avg`, `p99`. */
export type CassandraStressResult = {
  /** `WRITE`, `READ`, `MIXED`; null when the output does not state it. */
  command: string | null
  threads: number | null
  opsPerSecond: number
  latencies: Readonly<Record<string, number>>
  errors: number | null
  seconds: number | null
  line: number
}

const RUNNING = /^Running (?:(\S+) )?with (\d+) (?:threads|threadCount)/
const VALUE = /^(Op rate|Partition rate|Latency [\w.]+(?: percentile)?|Total partitions|Total errors)\s+:\s+(\S+)/
const DURATION = /^Total operation time\s+:\s+(\d+):(\d{2}):(\d{2})/

const STATISTICS: Readonly<Record<string, string>> = {
  'Latency mean': 'avg',
  'Latency median': 'p50',
  'Latency 95th percentile': 'p95',
  'Latency 99th percentile': 'p99',
  'Latency 99.9th percentile': 'p99.9',
  'Latency max': 'max',
}

const INVARIANTS: readonly Invariant[] = [
  ordered('p50', 'p95', 'p99', 'p99.9', 'max'),
  ordered('avg', 'max'),
  // The time is printed in whole seconds.
  rateIsCountByTime({ rate: 'Partition rate', count: 'Total partitions', seconds: 'Total operation time', slack: 0.1 }),
]

export const isCassandraStress = (text: string): boolean =>
  /^Op rate\s+:/m.test(text) && /^Latency mean\s+:/m.test(text)

/** Parses the output of cassandra-stress. A rate that is found automatically has results for each number of threads. */
export function parseCassandraStress(text: string, file: string): Parsed<CassandraStressResult[]> {
  const { lines } = splitLines(text)
  const problems: Problem[] = []
  const results: CassandraStressResult[] = []
  let running: RegExpExecArray | null = null
  let figures = new Map<string, Figure>()
  for (const [index, content] of lines.entries()) {
    const line = index + 1
    running = RUNNING.exec(content) ?? running
    const [, label, text] = VALUE.exec(content) ?? []
    if (label !== undefined && text !== undefined) {
      const plain = text.replaceAll(',', '')
      const name = STATISTICS[label] ?? label
      figures.set(name, label.startsWith('Total') ? countFigure(plain, line) : decimalFigure(plain, line))
    }
    const [, hours, minutes, seconds] = DURATION.exec(content) ?? []
    if (seconds === undefined) continue
    const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    figures.set('Total operation time', decimalFigure(String(total), line))
    problems.push(...checkInvariants(figures, shortRunsAside(total), file))
    results.push(readResult(figures, running, line))
    figures = new Map()
  }
  if (figures.size > 0 || results.length === 0) {
    problems.push(refusal(file, 'results without `Total operation time`, so they are cut', lines.length))
  }
  const zero = results.find(({ opsPerSecond }) => opsPerSecond === 0)
  if (zero !== undefined) problems.push(refusal(file, 'an op rate of 0', zero.line))
  return problems.length > 0 ? { value: null, problems } : { value: results, problems }
}

/** A rate computed from whole seconds is too inexact for a short run. */
const shortRunsAside = (seconds: number) => (seconds < 20 ? INVARIANTS.slice(0, -1) : INVARIANTS)

function readResult(
  figures: ReadonlyMap<string, Figure>,
  running: RegExpExecArray | null,
  line: number,
): CassandraStressResult {
  const latencies = Object.values(STATISTICS).flatMap((statistic) => {
    const figure = figures.get(statistic)
    return figure === undefined ? [] : [[statistic, figure.value] as const]
  })
  return {
    command: running?.[1] ?? null,
    threads: running === null ? null : Number(running[2]),
    opsPerSecond: figures.get('Op rate')?.value ?? 0,
    latencies: Object.fromEntries(latencies),
    errors: figures.get('Total errors')?.value ?? null,
    seconds: figures.get('Total operation time')?.value ?? null,
    line: figures.get('Op rate')?.line ?? line,
  }
}
