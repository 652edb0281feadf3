import { findKnownMetric } from './metric.ts'

/** Values of one result by metric; undefined or null where it has none. */
type ValueOf = (metric: string) => number | null | undefined

type ImpossibleValue = { metric: string; message: string }

const ALL_CPUS = '% of all CPUs'
/** vmstat rounds each share to whole percent, so a sum may slightly exceed 100. */
const MAX_CPU_PERCENT = 102

const LATENCIES = ['latency_ms_min', 'latency_ms_avg', 'latency_ms_max'] as const
const RATES = ['qps', 'tps', 'ops/s', 'iops'] as const
/** Relative tolerance, because tools print figures with different numbers of digits. */
const ROUNDING = 0.01

/**
 * The values of a result that contradict each other or their metric, regardless of the tool: the last check before a
 * run is stored. Metrics that are not in Assay's list may have any value.
 */
export function impossibleValues(metricNames: readonly string[], read: ValueOf): ImpossibleValue[] {
  return [
    ...metricNames.flatMap((metric) => outOfRange(metric, read(metric)) ?? []),
    ...disorder(read),
    ...idleWithLatency(read),
  ]
}

function outOfRange(metric: string, value: number | null | undefined): ImpossibleValue | null {
  const known = findKnownMetric(metric)
  if (value == null || known === undefined) return null
  if (value < 0) return { metric, message: `${metric} is ${value}, and cannot be negative` }
  if (known.unit !== ALL_CPUS || value <= MAX_CPU_PERCENT) return null
  return { metric, message: `${metric} is ${value}, more than 100${ALL_CPUS}` }
}

function disorder(read: ValueOf): ImpossibleValue[] {
  const known = LATENCIES.flatMap((metric) => {
    const value = read(metric)
    return value == null ? [] : [{ metric, value }]
  })
  return known.flatMap((larger, i) => {
    const smaller = known[i - 1]
    if (smaller === undefined || smaller.value <= larger.value * (1 + ROUNDING) + ROUNDING) return []
    const message = `${smaller.metric} ${smaller.value} is more than ${larger.metric} ${larger.value}`
    return [{ metric: larger.metric, message }]
  })
}

function idleWithLatency(read: ValueOf): ImpossibleValue[] {
  const latency = read('latency_ms_avg')
  if (latency == null || latency <= 0) return []
  return RATES.flatMap((metric) =>
    read(metric) === 0 ? [{ metric, message: `${metric} is 0, but latency_ms_avg is ${latency}` }] : [],
  )
}
