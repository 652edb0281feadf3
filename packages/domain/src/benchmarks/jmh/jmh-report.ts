import { z } from 'zod'
import { refusal } from '../../parse/invariants/invariants.ts'
import { isJsonArrayOf, type JsonReport, parseJsonReport } from '../../parse/json-report.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'

/** One benchmark of a report, with a value for each fork of the virtual machine. */
export type JmhBenchmark = {
  name: string
  params: Readonly<Record<string, string>>
  /** Null where the report does not state it: a table of the console alone. */
  threads: number | null
  /** Version of JMH and of the virtual machine; null where the report does not state it. */
  version: string | null
  mode: JmhMode
  forks: readonly JmhFork[]
  /** `mean` where the only fork is the mean of all forks, because the report has no more; null otherwise. */
  aggregate: 'mean' | null
}

/** The mean over the iterations of a fork: operations per second, or nanoseconds per operation. */
export type JmhFork =
  | { opsPerSecond: number }
  /** `percentilesNs` has the response times of sampled operations by rank; it is empty in other modes. */
  | { nsPerOperation: number; percentilesNs: ReadonlyMap<number, number> }

export const JmhMode = z.enum(['thrpt', 'avgt', 'sample', 'ss'])
export type JmhMode = z.infer<typeof JmhMode>

const Histogram = z.array(z.tuple([z.number().min(0), z.int().min(1)]))
const Benchmark = z.looseObject({
  jmhVersion: z.string(),
  benchmark: z.string().min(1),
  mode: JmhMode,
  threads: z.int().min(1),
  vmName: z.string().optional(),
  vmVersion: z.string().optional(),
  params: z.record(z.string(), z.string()).optional(),
  primaryMetric: z.looseObject({
    score: z.number(),
    scoreUnit: z.string(),
    rawData: z
      .array(z.array(z.number().min(0)).min(1))
      .min(1)
      .optional(),
    rawDataHistogram: z.array(z.array(Histogram).min(1)).min(1).optional(),
  }),
})
type Benchmark = z.infer<typeof Benchmark>
const Report = z.array(Benchmark).min(1)

const NS_PER: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  ms: 1e6,
  s: 1e9,
  min: 6e10,
  hr: 3.6e12,
  day: 8.64e13,
}
const RANKS = [50, 90, 95, 99, 99.9]

export const isJmhReport = (text: string): boolean => isJsonArrayOf(text, 'jmhVersion', 'primaryMetric')

/** Parses what JMH writes with `-rf json`. */
export function parseJmh(text: string, file: string): Parsed<JmhBenchmark[]> {
  const parsed = parseJsonReport(text, file, Report)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const problems: Problem[] = []
  const benchmarks = parsed.report.value.flatMap((benchmark, index) => {
    const read = readBenchmark(benchmark, index, parsed.report, file)
    if ('message' in read) problems.push(read)
    return 'message' in read ? [] : [read]
  })
  return problems.length > 0 ? { value: null, problems } : { value: benchmarks, problems }
}

function readBenchmark(
  benchmark: Benchmark,
  index: number,
  { lineOf }: JsonReport<unknown>,
  file: string,
): JmhBenchmark | Problem {
  const { mode, primaryMetric, vmName, vmVersion, jmhVersion } = benchmark
  const at = (member: string) => lineOf([index, 'primaryMetric', member])
  const unit = readUnit(primaryMetric.scoreUnit, mode)
  if (unit === null) return refusal(file, `${primaryMetric.scoreUnit} is not a unit of mode ${mode}`, at('scoreUnit'))
  const { rawData, rawDataHistogram } = primaryMetric
  if (rawData === undefined && rawDataHistogram === undefined) {
    return refusal(file, `${benchmark.benchmark} has neither rawData nor rawDataHistogram`, at('score'))
  }
  const all = rawData === undefined ? meanOfHistogram((rawDataHistogram ?? []).flat(2)) : mean(rawData.flat())
  if (Math.abs(all - primaryMetric.score) > 1e-6 * Math.abs(primaryMetric.score)) {
    return refusal(file, `score is ${primaryMetric.score}, but the mean of its raw data is ${all}`, at('score'))
  }
  return {
    name: benchmark.benchmark,
    params: benchmark.params ?? {},
    threads: benchmark.threads,
    version: ['JMH', jmhVersion, vmName, vmVersion].filter((part) => part !== undefined).join(' '),
    mode,
    aggregate: null,
    forks:
      rawData === undefined
        ? (rawDataHistogram ?? []).map((fork) => sampledFork(fork.flat(), unit))
        : rawData.map((fork) => forkOf(mean(fork), mode, unit)),
  }
}

/** Factor from the unit of the score to operations per second, or to nanoseconds per operation; null if unknown. */
export function readUnit(unit: string, mode: JmhMode): number | null {
  const [first, second] = unit.split('/')
  const name = mode === 'thrpt' ? (first === 'ops' ? second : undefined) : second === 'op' ? first : undefined
  const ns = NS_PER[name ?? '']
  if (ns === undefined) return null
  return mode === 'thrpt' ? 1e9 / ns : ns
}

export const forkOf = (score: number, mode: JmhMode, unit: number): JmhFork =>
  mode === 'thrpt' ? { opsPerSecond: score * unit } : { nsPerOperation: score * unit, percentilesNs: new Map() }

type Bucket = z.infer<typeof Histogram>[number]

function sampledFork(buckets: readonly Bucket[], unit: number): JmhFork {
  const sorted = buckets.toSorted(([a], [b]) => a - b)
  const total = sorted.reduce((sum, [, count]) => sum + count, 0)
  const percentilesNs = new Map(RANKS.map((rank) => [rank, percentile(sorted, total, rank) * unit]))
  return { nsPerOperation: meanOfHistogram(buckets) * unit, percentilesNs }
}

/** The smallest value that at least `rank` percent of the samples do not exceed. */
function percentile(sorted: readonly Bucket[], total: number, rank: number): number {
  let seen = 0
  for (const [value, count] of sorted) {
    seen += count
    if (seen * 100 >= rank * total) return value
  }
  return sorted.at(-1)?.[0] ?? Number.NaN
}

function meanOfHistogram(buckets: readonly Bucket[]): number {
  const total = buckets.reduce((sum, [, count]) => sum + count, 0)
  return buckets.reduce((sum, [value, count]) => sum + value * count, 0) / total
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
