import type { Metric } from './metric.ts'

/**
 * Response time of one operation of a benchmark that mixes several: `latency_ms_p99:update_link`. Without an operation
 * it is that of the whole test, `latency_ms_p99`.
 */
export type OperationLatency = {
  operation: string | null
  /** `p99`, `p99.9`, `avg`, `min`, `max`, `stddev`. */
  statistic: string
}

const NAME = /^latency_ms_(p\d{1,2}(?:\.\d{1,6})?|avg|min|max|stddev)(?::(.+))?$/s

/** The statistics in reading order; other percentiles are sorted between them by number. */
const STATISTICS: readonly string[] = ['min', 'avg', 'stddev', 'percentile', 'max']

export function operationLatencyMetric(statistic: string, operation: string | null): string {
  return `latency_ms_${statistic}${operation === null ? '' : `:${operation}`}`
}

/** The metrics of response times in milliseconds by statistic, such as `{ avg: 1.2, p99: 4 }`, of one operation. */
export function latencyMetrics(
  statistics: Readonly<Record<string, number>>,
  operation: string | null = null,
): Record<string, number> {
  const named = Object.entries(statistics).map(
    ([statistic, ms]) => [operationLatencyMetric(statistic, operation), ms] as const,
  )
  return Object.fromEntries(named)
}

/** Parses the name of a metric; null when it is not a response time in milliseconds. */
export function readOperationLatency(metric: string): OperationLatency | null {
  const [, statistic, operation] = NAME.exec(metric) ?? []
  return statistic === undefined ? null : { statistic, operation: operation ?? null }
}

/** Sorts statistics of one operation: mean, then percentiles from low to high, then the maximum. */
export function compareStatistics(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || percentileOf(a) - percentileOf(b)
}

const percentileOf = (statistic: string): number => (/^p\d/.test(statistic) ? Number(statistic.slice(1)) : 0)
function rankOf(statistic: string): number {
  const kind = /^p\d/.test(statistic) ? 'percentile' : statistic
  return STATISTICS.indexOf(kind)
}

const WORDS: Readonly<Record<string, string>> = {
  avg: 'mean response time',
  min: 'shortest response time',
  max: 'longest response time',
  stddev: 'standard deviation of response time',
}

/** The metric for such a name, so that every upload gives it the same unit, direction and description. */
export function findOperationLatency(name: string): Metric | undefined {
  const latency = readOperationLatency(name)
  if (latency === null) return undefined
  const { statistic, operation } = latency
  const what = WORDS[statistic] ?? `${statistic.slice(1)}th percentile of response time`
  return { name, unit: 'ms', better: 'lower', about: operation === null ? what : `${what} of ${operation}` }
}
