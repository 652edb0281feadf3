import { z } from 'zod'
import { countFigure, decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { checkInvariants, type Invariant, ordered, refusal } from '../../parse/invariants/invariants.ts'
import { isJsonObjectWith, parseJsonReport } from '../../parse/json-report.ts'
import type { Parsed } from '../../parse/problem.ts'

/** The totals of a k6 test. Times are milliseconds. */
export type K6Summary = {
  /** The largest number of virtual users. */
  users: number | null
  /** HTTP requests, or iterations of a script without requests. */
  count: number
  perSecond: number
  /** Response times, or times of iterations, by statistic: `avg`, `p95`. */
  latencies: Readonly<Record<string, number>>
  failedRequests: number | null
  failedChecks: number | null
  droppedIterations: number | null
}

const Statistics = z.record(z.string(), z.unknown())
const Summary = z.looseObject({ metrics: z.record(z.string(), Statistics) })

const INVARIANTS: readonly Invariant[] = [
  ordered('min', 'avg', 'max'),
  ordered('min', 'p50', 'p90', 'p95', 'p99', 'max'),
]

export const isK6Summary = (text: string): boolean =>
  isJsonObjectWith(text, 'metrics', 'iterations', 'iteration_duration')

/** Parses what `k6 run --summary-export` writes, or the data that `handleSummary` receives. */
export function parseK6Summary(text: string, file: string): Parsed<K6Summary> {
  const parsed = parseJsonReport(text, file, Summary)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const { value, lineOf } = parsed.report
  const metrics = new Map(Object.entries(value.metrics).map(([name, metric]) => [name, statisticsOf(metric)]))
  return summaryOf(metrics, (name) => lineOf(['metrics', name]), file)
}

/** The summary of metrics whose times are milliseconds. `lineOf` returns the line of a metric. */
export function summaryOf(
  metrics: ReadonlyMap<string, Readonly<Record<string, number>>>,
  lineOf: (metric: string) => number,
  file: string,
): Parsed<K6Summary> {
  const counted = metrics.has('http_reqs') ? 'http_reqs' : 'iterations'
  const timed = counted === 'http_reqs' ? 'http_req_duration' : 'iteration_duration'
  const { count, rate } = metrics.get(counted) ?? {}
  if (count === undefined || rate === undefined || count <= 0 || rate <= 0) {
    return {
      value: null,
      problems: [refusal(file, `${counted} has no count and no rate above 0`, lineOf(counted))],
    }
  }
  const latencies = Object.fromEntries(
    Object.entries(metrics.get(timed) ?? {}).flatMap(([statistic, ms]) => {
      const name = statisticName(statistic)
      return name === null ? [] : [[name, ms]]
    }),
  )
  const figures = new Map<string, Figure>([
    [`rate of ${counted}`, decimalFigure(String(rate), lineOf(counted))],
    [`count of ${counted}`, countFigure(String(count), lineOf(counted))],
    ...Object.entries(latencies).map(([name, ms]): [string, Figure] => [
      name,
      decimalFigure(String(ms), lineOf(timed)),
    ]),
  ])
  const problems = checkInvariants(figures, INVARIANTS, file)
  if (problems.length > 0) return { value: null, problems }
  return {
    value: {
      users: metrics.get('vus_max')?.max ?? metrics.get('vus_max')?.value ?? null,
      count,
      perSecond: rate,
      latencies,
      // The metric counts failures, so its "passes" are the requests that failed.
      failedRequests: metrics.get('http_req_failed')?.passes ?? null,
      failedChecks: metrics.get('checks')?.fails ?? null,
      droppedIterations: metrics.get('dropped_iterations')?.count ?? null,
    },
    problems,
  }
}

/** `handleSummary` nests the statistics of a metric in `values`. */
function statisticsOf(metric: z.infer<typeof Statistics>): Record<string, number> {
  const nested = Statistics.safeParse(metric.values)
  const numbers = Object.entries(nested.success ? nested.data : metric).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  )
  return Object.fromEntries(numbers)
}

/** `med` is `p50`, `p(99.9)` is `p99.9`; null for what is not a statistic of a time. */
function statisticName(statistic: string): string | null {
  if (['avg', 'min', 'max'].includes(statistic)) return statistic
  if (statistic === 'med') return 'p50'
  const [, percentile] = /^p\((\d{1,2}(?:\.\d{1,6})?)\)$/.exec(statistic) ?? []
  return percentile === undefined ? null : `p${percentile}`
}
