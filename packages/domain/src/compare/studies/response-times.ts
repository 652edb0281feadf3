import { OPERATIONS } from '../../benchmarks/linkbench/operations.ts'
import { compareStatistics, type OperationLatency, readOperationLatency } from '../../run/operation-latency.ts'

/** The operation that a metric times; null for the whole test. */
export type Response = OperationLatency

/** Metrics of db_bench that are response times in microseconds. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['usec_op', 'avg'],
  ['p50', 'p50'],
  ['p99', 'p99'],
  ['p99.9', 'p99.9'],
  ['p99.99', 'p99.99'],
  ['pmax', 'max'],
])

/** The response time of a metric; null for other metrics. */
export function responseOf(metric: string): Response | null {
  const statistic = OTHER_NAMES.get(metric)
  return statistic === undefined ? readOperationLatency(metric) : { operation: null, statistic }
}

/** Value of the URL parameter for all statistics. */
export const ALL_STATISTICS = 'all'

export function isShownResponse(metric: string, statistic: string): boolean {
  const response = responseOf(metric)
  return response !== null && (statistic === ALL_STATISTICS || response.statistic === statistic)
}

/** Statistics that at least one of the metrics has, from mean to maximum. */
export function statisticsOf(metrics: readonly string[]): string[] {
  const found = new Set(metrics.flatMap((metric) => responseOf(metric)?.statistic ?? []))
  return [...found].sort(compareStatistics)
}

/** The default statistic: the 99th percentile, else the highest percentile, else the maximum or the mean. */
export function usualStatistic(statistics: readonly string[]): string {
  const percentile = statistics.findLast((statistic) => /^p\d/.test(statistic))
  const inOrder = ['p99', ...(percentile === undefined ? [] : [percentile]), 'max', 'avg']
  return inOrder.find((statistic) => statistics.includes(statistic)) ?? 'p99'
}

const ORDER = new Map(Object.values(OPERATIONS).map((operation, index) => [operation, index]))

/**
 * Orders by statistic, then by operation: the whole test first, then in the order of Linkbench's tables, then by name.
 */
export function compareResponses(a: string, b: string): number {
  const [first, second] = [responseOf(a), responseOf(b)]
  if (first === null || second === null) return 0
  return (
    compareStatistics(first.statistic, second.statistic) ||
    orderOf(first) - orderOf(second) ||
    (first.operation ?? '').localeCompare(second.operation ?? '', 'en', { numeric: true })
  )
}

const orderOf = ({ operation }: Response): number =>
  operation === null ? -1 : (ORDER.get(operation) ?? Number.MAX_SAFE_INTEGER)
