import { z } from 'zod'
import { countFigure, decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { checkInvariants, type Invariant, ordered, rateIsCountByTime } from '../../parse/invariants/invariants.ts'
import { isJsonObjectWith, type JsonReport, parseJsonReport } from '../../parse/json-report.ts'
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
  'Min Latency': z.number().optional(),
  'Max Latency': z.number().optional(),
  'Percentile Latencies': z.record(z.string(), z.unknown()).optional(),
  'Connection Errors': z.int().min(0).optional(),
})
type Command = z.infer<typeof Command>

const Report = z.looseObject({
  configuration: z.looseObject({
    clients: z.int().min(1),
    threads: z.int().min(1),
    pipeline: z.int().optional(),
    data_size: z.int().optional(),
  }),
  'ALL STATS': z.looseObject({
    Runtime: z.looseObject({ 'Total duration': z.number().min(0) }).optional(),
    Totals: Command,
    Sets: Command.optional(),
    Gets: Command.optional(),
  }),
})

const INVARIANTS: readonly Invariant[] = [
  ordered('Min Latency', 'Average Latency', 'Max Latency'),
  ordered('p50', 'p95', 'p99', 'p99.9'),
  rateIsCountByTime({ rate: 'Ops/sec', count: 'Count', seconds: 'Total duration', slack: 0.05 }),
]

export const isMemtierReport = (text: string): boolean => isJsonObjectWith(text, 'configuration', 'ALL STATS', 'Totals')

/** Parses what memtier_benchmark writes with `--json-out-file`. */
export function parseMemtier(text: string, file: string): Parsed<MemtierReport> {
  const parsed = parseJsonReport(text, file, Report)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const { configuration, 'ALL STATS': all } = parsed.report.value
  const problems = checkInvariants(figuresOf(parsed.report), INVARIANTS, file)
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
      seconds: all.Runtime === undefined ? null : all.Runtime['Total duration'] / 1000,
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

function figuresOf({ value, lineOf }: JsonReport<z.infer<typeof Report>>): Map<string, Figure> {
  const { Totals: totals, Runtime } = value['ALL STATS']
  const line = (member: string) => lineOf(['ALL STATS', 'Totals', member])
  const figures = new Map<string, Figure>([['Ops/sec', decimalFigure(String(totals['Ops/sec']), line('Ops/sec'))]])
  if (totals.Count !== undefined) figures.set('Count', countFigure(String(totals.Count), line('Count')))
  if (Runtime !== undefined) {
    const at = lineOf(['ALL STATS', 'Runtime', 'Total duration'])
    figures.set('Total duration', decimalFigure(String(Runtime['Total duration']), at, 1e-3))
  }
  for (const member of ['Min Latency', 'Average Latency', 'Max Latency'] as const) {
    const latency = totals[member]
    if (latency !== undefined) figures.set(member, decimalFigure(String(latency), line(member)))
  }
  for (const [statistic, ms] of percentilesOf(totals)) {
    figures.set(statistic, decimalFigure(String(ms), line('Percentile Latencies')))
  }
  return figures
}

const STATISTICS = { 'Average Latency': 'avg', 'Min Latency': 'min', 'Max Latency': 'max' } as const

function statisticsOf(command: Command): Record<string, number> {
  const named = Object.entries(STATISTICS).flatMap(([member, statistic]) => {
    const latency = command[member]
    return typeof latency === 'number' ? [[statistic, latency] as const] : []
  })
  return Object.fromEntries([...named, ...percentilesOf(command)])
}

/** `p99.90` is `p99.9`. The object also has the whole histogram, which is not a number. */
function percentilesOf(command: Command): [string, number][] {
  return Object.entries(command['Percentile Latencies'] ?? {}).flatMap(([name, latency]): [string, number][] => {
    const [, rank] = /^p(\d{1,2}(?:\.\d{1,6})?)$/.exec(name) ?? []
    return rank === undefined || typeof latency !== 'number' ? [] : [[`p${Number(rank)}`, latency]]
  })
}
