import { z } from 'zod'
import { decodeHdr } from '../../histograms/hdr-encoding.ts'
import type { Histogram } from '../../histograms/histogram.ts'
import { refusal } from '../../parse/invariants/invariants.ts'
import { isJsonObjectWith, type JsonPath, parseJsonReport } from '../../parse/json-report.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'

/** The report of `latte run`. Times are milliseconds, rates are operations per second. */
export type LatteReport = {
  /** Version of the server, as latte read it from the cluster. */
  serverVersion: string | null
  /** The name of the workload script, without folders and `.rn`. */
  workload: string
  functions: readonly string[]
  /** Requests that are in progress at most. */
  concurrency: number
  threads: number
  /** The rate of the load, in operations per second; null when it was not limited. */
  rate: number | null
  params: Readonly<Record<string, string>>
  seconds: number
  count: number
  perSecond: number
  requestsPerSecond: number
  rowsPerSecond: number
  errors: number
  retries: number
  latencies: Readonly<Record<string, number>>
  byFunction: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Response times of all operations, in nanoseconds. */
  histogram: Histogram | null
  samples: { startSeconds: number; intervalSeconds: number; values: number[] } | null
}

const Rate = z.looseObject({ value: z.number().min(0) })
const Latency = z.looseObject({
  mean: Rate,
  percentiles: z.array(Rate).min(1),
  histogram: z.base64().optional(),
})
const Count = z.int().min(0)
const Report = z.looseObject({
  conf: z.looseObject({
    workload: z.string().min(1),
    functions: z.array(z.unknown()).optional(),
    concurrency: z.int().min(1),
    threads: z.int().min(1),
    rate: z.number().positive().nullable().optional(),
    cass_version: z.string().nullable().optional(),
    params: z.array(z.tuple([z.string(), z.string()])).optional(),
  }),
  percentiles: z.array(z.number().min(0).max(100)).min(1),
  result: z.looseObject({
    elapsed_time_s: z.number().positive(),
    cycle_count: Count.min(1),
    request_count: Count,
    request_retry_count: Count.optional(),
    error_count: Count.optional(),
    row_count: Count,
    cycle_throughput: Rate,
    req_throughput: Rate,
    row_throughput: Rate,
    cycle_latency: Latency,
    cycle_latency_by_fn: z.record(z.string(), Latency).optional(),
    log: z
      .array(
        z.looseObject({
          time_s: z.number().min(0),
          duration_s: z.number().min(0),
          cycle_throughput: z.number().min(0),
        }),
      )
      .optional(),
  }),
})
type Report = z.infer<typeof Report>

export const isLatteReport = (text: string): boolean =>
  isJsonObjectWith(text, 'conf', 'percentiles', 'cycle_throughput', 'cycle_latency')

/** Largest share by which the rate may differ from count ÷ time: latte averages it over its samples. */
const RATE_SLACK = 0.1

/** Parses the JSON report of latte. */
export function parseLatte(text: string, file: string): Parsed<LatteReport> {
  const parsed = parseJsonReport(text, file, Report)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const { value, lineOf } = parsed.report
  const { conf, percentiles, result } = value
  const problems: Problem[] = []
  const refuse = (path: JsonPath, message: string) => problems.push(refusal(file, message, lineOf(path)))
  const expected = result.cycle_count / result.elapsed_time_s
  if (Math.abs(result.cycle_throughput.value / expected - 1) > RATE_SLACK) {
    const message = `cycle_throughput is ${result.cycle_throughput.value}, but ${result.cycle_count} cycles in ${result.elapsed_time_s} s are ${expected.toFixed(1)}/s`
    refuse(['result', 'cycle_throughput'], message)
  }
  const errors = result.error_count ?? 0
  if (errors > result.cycle_count) refuse(['result', 'error_count'], 'more errors than cycles')
  const latencies = readLatency(result.cycle_latency, percentiles, ['result', 'cycle_latency'], refuse)
  const byFunction = Object.entries(result.cycle_latency_by_fn ?? {}).map(
    ([name, latency]) =>
      [name, readLatency(latency, percentiles, ['result', 'cycle_latency_by_fn', name], refuse)] as const,
  )
  const histogram = readHistogram(result.cycle_latency.histogram)
  if (histogram === undefined) refuse(['result', 'cycle_latency', 'histogram'], 'a histogram that cannot be decoded')
  else if (histogram !== null && histogram.count !== result.cycle_count) {
    const message = `the histogram counts ${histogram.count} values, but cycle_count is ${result.cycle_count}`
    refuse(['result', 'cycle_latency', 'histogram'], message)
  }
  if (problems.length > 0) return { value: null, problems }
  return {
    value: {
      serverVersion: conf.cass_version ?? null,
      workload: (conf.workload.split(/[\\/]/).at(-1) ?? '').replace(/\.rn$/, ''),
      functions: (conf.functions ?? []).flatMap(nameOfFunction),
      concurrency: conf.concurrency,
      threads: conf.threads,
      rate: conf.rate ?? null,
      params: Object.fromEntries(conf.params ?? []),
      seconds: result.elapsed_time_s,
      count: result.cycle_count,
      perSecond: result.cycle_throughput.value,
      requestsPerSecond: result.req_throughput.value,
      rowsPerSecond: result.row_throughput.value,
      errors,
      retries: result.request_retry_count ?? 0,
      latencies,
      byFunction: Object.fromEntries(byFunction),
      histogram: histogram ?? null,
      samples: readSamples(result.log ?? []),
    },
    problems,
  }
}

type Refuse = (path: JsonPath, message: string) => void

/** The mean and percentiles of a distribution. Percentile 0 is the minimum, 100 the maximum. */
function readLatency(
  { mean, percentiles: values }: z.infer<typeof Latency>,
  percentiles: readonly number[],
  path: JsonPath,
  refuse: Refuse,
): Record<string, number> {
  if (values.length !== percentiles.length) {
    refuse([...path, 'percentiles'], `has ${values.length} values for ${percentiles.length} percentiles`)
    return {}
  }
  const falls = values.findIndex(({ value }, at) => at > 0 && value < (values[at - 1]?.value ?? 0))
  if (falls > 0) refuse([...path, 'percentiles', falls], `percentile ${percentiles[falls]} is below the one before it`)
  const [first, last] = [values[0]?.value ?? 0, values.at(-1)?.value ?? 0]
  const isOutside = mean.value > last || (percentiles[0] === 0 && mean.value < first)
  if (isOutside) refuse([...path, 'mean'], `the mean ${mean.value} is outside of ${first} to ${last}`)
  // The percentiles are stored as floats of 32 bits: 99.9 is 99.9000015.
  const named = percentiles.map((percent, at) => [statisticOf(Number(percent.toPrecision(6))), values[at]?.value ?? 0])
  return { avg: mean.value, ...Object.fromEntries(named) }
}

function statisticOf(percent: number): string {
  if (percent === 0) return 'min'
  return percent === 100 ? 'max' : `p${percent}`
}

/** Null without a histogram, undefined for one that cannot be decoded. */
function readHistogram(encoded: string | undefined): Histogram | null | undefined {
  if (encoded === undefined) return null
  const read = decodeHdr(Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)))
  return read.ok ? read.value : undefined
}

/** Functions are names, or objects with a name and a weight. */
function nameOfFunction(one: unknown): string[] {
  if (typeof one === 'string') return [one.replace(/:[\d.]+$/, '')]
  const named = z.looseObject({ name: z.string() }).safeParse(one)
  return named.success ? [named.data.name] : []
}

/** Samples of throughput where all of them last as long as the first; the last one may be shorter and is left out. */
function readSamples(log: NonNullable<Report['result']['log']>): LatteReport['samples'] {
  const [first] = log
  const whole = log.filter(({ duration_s }) => Math.abs(duration_s / (first?.duration_s ?? 0) - 1) < 0.05)
  const isGrid = whole.length >= 2 && whole.length >= log.length - 1 && (first?.duration_s ?? 0) > 0
  if (first === undefined || !isGrid) return null
  const interval = Number(first.duration_s.toFixed(2))
  return interval <= 0
    ? null
    : {
        startSeconds: interval,
        intervalSeconds: interval,
        values: whole.map(({ cycle_throughput }) => cycle_throughput),
      }
}
