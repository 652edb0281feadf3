import { z } from 'zod'
import { countFigure, decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { checkInvariants, type Invariant, ordered, rateIsCountByTime } from '../../parse/invariants/invariants.ts'
import { isJsonObjectWith, type JsonPath, type JsonReport, parseJsonReport } from '../../parse/json-report.ts'
import type { Parsed } from '../../parse/problem.ts'

/** The summary of a test. Latencies are milliseconds by statistic: `avg`, `p99`. */
export type BenchbaseSummary = {
  /** `tpcc`, `ycsb`. */
  test: string
  /** Name of the database as BenchBase spells it, such as `POSTGRES`, and what the database says of its version. */
  dbms: string
  dbmsVersion: string
  terminals: number
  scaleFactor: string | null
  isolation: string | null
  requestsPerSecond: number
  /** Requests that were not rolled back on purpose or by an error, per second. */
  goodputPerSecond: number
  seconds: number
  latencies: Readonly<Record<string, number>>
}

const Count = z.coerce.number().int().min(1)
const Summary = z.looseObject({
  'Elapsed Time (nanoseconds)': z.coerce.number(),
  'DBMS Type': z.string().min(1),
  'DBMS Version': z.string(),
  'Benchmark Type': z.string().min(1),
  'Measured Requests': z.coerce.number().int().min(0),
  terminals: Count,
  scalefactor: z.coerce.string().optional(),
  isolation: z.string().optional(),
  'Throughput (requests/second)': z.coerce.number(),
  'Goodput (requests/second)': z.coerce.number(),
  'Latency Distribution': z.record(z.string(), z.coerce.number()),
})
type Summary = z.infer<typeof Summary>

const STATISTIC = /^(?:(Average|Minimum|Maximum|Median)|(\d{1,2})th Percentile) Latency \(microseconds\)$/
const NAMES: Readonly<Record<string, string>> = { Average: 'avg', Minimum: 'min', Maximum: 'max', Median: 'p50' }

const INVARIANTS: readonly Invariant[] = [
  ordered('min', 'p25', 'p50', 'p75', 'p90', 'p95', 'p99', 'max'),
  ordered('min', 'avg', 'max'),
  ordered('Goodput', 'Throughput'),
  rateIsCountByTime({ rate: 'Throughput', count: 'Measured Requests', seconds: 'Elapsed Time' }),
]

export const isBenchbaseSummary = (text: string): boolean =>
  isJsonObjectWith(text, 'Benchmark Type', 'Measured Requests', 'Throughput (requests/second)')

/** Parses the file `*.summary.json` of BenchBase. */
export function parseBenchbase(text: string, file: string): Parsed<BenchbaseSummary> {
  const parsed = parseJsonReport(text, file, Summary)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const { value } = parsed.report
  const latencies = latenciesOf(value)
  const problems = checkInvariants(figuresOf(parsed.report, latencies), INVARIANTS, file)
  if (problems.length > 0) return { value: null, problems }
  return {
    value: {
      test: value['Benchmark Type'],
      dbms: value['DBMS Type'],
      dbmsVersion: value['DBMS Version'],
      terminals: value.terminals,
      scaleFactor: value.scalefactor ?? null,
      isolation: value.isolation ?? null,
      requestsPerSecond: value['Throughput (requests/second)'],
      goodputPerSecond: value['Goodput (requests/second)'],
      seconds: value['Elapsed Time (nanoseconds)'] / 1e9,
      latencies: Object.fromEntries(latencies.map(({ statistic, microseconds }) => [statistic, microseconds / 1000])),
    },
    problems,
  }
}

type Latency = { statistic: string; microseconds: number; path: JsonPath }

function latenciesOf({ 'Latency Distribution': distribution }: Summary): Latency[] {
  return Object.entries(distribution).flatMap(([name, microseconds]) => {
    const [, word, percentile] = STATISTIC.exec(name) ?? []
    const statistic = word === undefined ? percentile && `p${percentile}` : NAMES[word]
    return statistic === undefined ? [] : [{ statistic, microseconds, path: ['Latency Distribution', name] }]
  })
}

function figuresOf({ value, lineOf }: JsonReport<Summary>, latencies: readonly Latency[]): Map<string, Figure> {
  const decimal = (name: keyof Summary & string, factor = 1) =>
    decimalFigure(String(value[name]), lineOf([name]), factor)
  return new Map([
    ['Throughput', decimal('Throughput (requests/second)')],
    ['Goodput', decimal('Goodput (requests/second)')],
    ['Measured Requests', countFigure(String(value['Measured Requests']), lineOf(['Measured Requests']))],
    ['Elapsed Time', decimal('Elapsed Time (nanoseconds)', 1e-9)],
    ...latencies.map(({ statistic, microseconds, path }): [string, Figure] => [
      statistic,
      decimalFigure(String(microseconds), lineOf(path)),
    ]),
  ])
}
