import { z } from 'zod'
import { countFigure, decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { checkInvariants, type Invariant, ordered, rateIsCountByTime } from '../../parse/invariants/invariants.ts'
import { isJsonObjectWith, parseJsonReport } from '../../parse/json-report.ts'
import type { Parsed } from '../../parse/problem.ts'

/**
 * The totals of a report. Latencies are milliseconds, keyed by operation, then by statistic; null is all operations.
 */
export type MemtierReport = {
  clients: number
  opsPerSecond: number
  seconds: number | null
  latencies: readonly { operation: string | null; statistics: Readonly<Record<string, number>> }[]
  connectionErrors: number | null
  pipeline: number | null
  dataBytes: number | null
}

const Command = z.looseObject({
  Count: z.int().min(0).optional(),
  'Ops/sec': z.number(),
  'Average Latency': z.number().optional(),
  'Accumulated Latency': z.number().optional(),
  'Min Latency': z.number().optional(),
  'Max Latency': z.number().optional(),
  'Percentile Latencies': z.record(z.string(), z.unknown()).optional(),
  'Connection Errors': z.int().min(0).optional(),
})
type Command = z.infer<typeof Command>

const Results = z.looseObject({
  Runtime: z.looseObject({ 'Total duration': z.number().min(0) }).optional(),
  Totals: Command,
  Sets: Command.optional(),
  Gets: Command.optional(),
})

type Results = z.infer<typeof Results>

const Configuration = z.looseObject({
  clients: z.int().min(1),
  threads: z.int().min(1),
  pipeline: z.int().optional(),
  data_size: z.int().optional(),
})

/** The member with the results: of the only run, or the mean of the runs of `--run-count`. */
export const RESULTS_HEADING = /^(?:ALL STATS|AGGREGATED AVERAGE RESULTS \(\d{1,6} runs\))$/

const reportOf = (results: string) => z.looseObject({ configuration: Configuration, [results]: Results })

const INVARIANTS: readonly Invariant[] = [
  ordered('Min Latency', 'Average Latency', 'Max Latency'),
  ordered('p50', 'p95', 'p99', 'p99.9'),
  rateIsCountByTime({ rate: 'Ops/sec', count: 'Count', seconds: 'Total duration', slack: 0.05 }),
]

export const isMemtierReport = (text: string): boolean =>
  isJsonObjectWith(text, 'configuration', 'Totals') && resultsOf(text) !== null

/** The name of the member with the results; null without one. */
const resultsOf = (text: string): string | null =>
  /"(ALL STATS|AGGREGATED AVERAGE RESULTS \(\d{1,6} runs\))"\s*:/.exec(text)?.[1] ?? null

/** Parses what memtier_benchmark writes with `--json-out-file`. */
export function parseMemtier(text: string, file: string): Parsed<MemtierReport> {
  const results = resultsOf(text) ?? 'ALL STATS'
  const parsed = parseJsonReport(text, file, reportOf(results))
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const { report } = parsed
  const configuration = Configuration.parse(report.value.configuration)
  const all = Results.parse(report.value[results])
  const lineOf = (...path: readonly string[]) => report.lineOf([results, ...path])
  const problems = checkInvariants(figuresOf(all, lineOf), INVARIANTS, file)
  if (problems.length > 0) return { value: null, problems }
  const operations = [
    { operation: null, command: all.Totals },
    { operation: 'SET', command: all.Sets },
    { operation: 'GET', command: all.Gets },
  ]
  return {
    value: {
      clients: configuration.clients * configuration.threads,
      opsPerSecond: all.Totals['Ops/sec'],
      // The mean of several runs states a duration of 0.
      seconds: secondsOf(all),
      latencies: operations.flatMap(({ operation, command }) =>
        // A command that the ratio leaves out is listed with 0 operations.
        command === undefined || command['Ops/sec'] === 0 ? [] : [{ operation, statistics: statisticsOf(command) }],
      ),
      connectionErrors: all.Totals['Connection Errors'] ?? null,
      pipeline: configuration.pipeline ?? null,
      dataBytes: configuration.data_size ?? null,
    },
    problems,
  }
}

const secondsOf = ({ Runtime }: Results): number | null =>
  Runtime === undefined || Runtime['Total duration'] === 0 ? null : Runtime['Total duration'] / 1000

function figuresOf(all: Results, lineOf: (...path: readonly string[]) => number): Map<string, Figure> {
  const { Totals: totals } = all
  const line = (member: string) => lineOf('Totals', member)
  const figures = new Map<string, Figure>([['Ops/sec', decimalFigure(String(totals['Ops/sec']), line('Ops/sec'))]])
  const seconds = secondsOf(all)
  // The mean of several runs has the sum of their counts.
  if (seconds !== null) {
    if (totals.Count !== undefined) figures.set('Count', countFigure(String(totals.Count), line('Count')))
    figures.set('Total duration', decimalFigure(String(seconds * 1000), lineOf('Runtime', 'Total duration'), 1e-3))
  }
  const latencies = latenciesOf(totals)
  for (const [member, statistic] of Object.entries(STATISTICS)) {
    const latency = latencies.values[statistic]
    if (latency !== undefined) figures.set(member, decimalFigure(String(latency), line(member)))
  }
  for (const [statistic, ms] of latencies.isKnown ? percentilesOf(totals) : []) {
    figures.set(statistic, decimalFigure(String(ms), line('Percentile Latencies')))
  }
  return figures
}

const STATISTICS = { 'Average Latency': 'avg', 'Min Latency': 'min', 'Max Latency': 'max' } as const

/**
 * Mean, least and most. Some versions state 0 as the mean of the totals next to the accumulated latency, from which it
 * follows; where that is 0 as well, as in the mean of several runs, the latencies of the totals are not known.
 */
function latenciesOf(command: Command): { values: Readonly<Record<string, number>>; isKnown: boolean } {
  const { 'Average Latency': mean, 'Accumulated Latency': sum, Count: count } = command
  const stated = Object.entries(STATISTICS).flatMap(([member, statistic]) => {
    const latency = command[member]
    return typeof latency === 'number' ? [[statistic, latency] as const] : []
  })
  const values = Object.fromEntries(stated)
  if (mean !== 0 || sum === undefined) return { values, isKnown: true }
  if (sum === 0 || count === undefined || count === 0) return { values: {}, isKnown: false }
  return { values: { ...values, avg: Math.round((sum / count) * 1e5) / 1e5 }, isKnown: true }
}

function statisticsOf(command: Command): Record<string, number> {
  const { values, isKnown } = latenciesOf(command)
  return isKnown ? { ...values, ...Object.fromEntries(percentilesOf(command)) } : {}
}

/** `p99.90` is `p99.9`. The object also has the whole histogram, which is not a number. */
function percentilesOf(command: Command): [string, number][] {
  return Object.entries(command['Percentile Latencies'] ?? {}).flatMap(([name, latency]): [string, number][] => {
    const [, rank] = /^p(\d{1,2}(?:\.\d{1,6})?)$/.exec(name) ?? []
    return rank === undefined || typeof latency !== 'number' ? [] : [[`p${Number(rank)}`, latency]]
  })
}
