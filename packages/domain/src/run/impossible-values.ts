import { findKnownMetric } from './metric.ts'

/** A contradiction, and the position of its value among those of the result. */
type ImpossibleValue = { position: number; message: string }

/** The values of one result in the order of the metric names. */
type Values = readonly (number | null)[]

const ALL_CPUS = '% of all CPUs'
/** vmstat rounds each share to whole percent, so a sum may slightly exceed 100. */
const MAX_CPU_PERCENT = 102

const LATENCIES = ['latency_ms_min', 'latency_ms_avg', 'latency_ms_max'] as const
const RATES = ['qps', 'tps', 'ops/s', 'iops'] as const
/** Relative tolerance, because tools print figures with different numbers of digits. */
const ROUNDING = 0.01

/**
 * A check for the results of a run: the values that contradict each other or their metric, regardless of the tool. It is
 * the last check before a run is stored. Metrics that are not in Assay's list may have any value.
 */
export function impossibleValues(metricNames: readonly string[]): (values: Values) => ImpossibleValue[] {
  const positions = new Map(metricNames.map((metric, position) => [metric, position]))
  const positionOf = (metric: string) => positions.get(metric) ?? -1
  const known = metricNames.flatMap((metric) => {
    const unit = findKnownMetric(metric)?.unit
    return unit === undefined ? [] : [{ metric, position: positionOf(metric), max: maximum(unit) }]
  })
  const latencies = LATENCIES.map((metric) => ({ metric, position: positionOf(metric) }))
  const rates = RATES.map((metric) => ({ metric, position: positionOf(metric) }))
  const average = positionOf('latency_ms_avg')
  return (values) => {
    const found: ImpossibleValue[] = []
    for (const one of known) addOutOfRange(found, one, values[one.position])
    addDisorder(found, latencies, values)
    addIdleWithLatency(found, rates, values, values[average])
    return found
  }
}

type Positioned = { metric: string; position: number }

const maximum = (unit: string) => (unit === ALL_CPUS ? MAX_CPU_PERCENT : Number.POSITIVE_INFINITY)

function addOutOfRange(
  found: ImpossibleValue[],
  { metric, position, max }: Positioned & { max: number },
  value: number | null | undefined,
): void {
  if (value == null || !(value < 0 || value > max)) return
  const reason = value < 0 ? 'and cannot be negative' : `more than 100${ALL_CPUS}`
  found.push({ position, message: `${metric} is ${value}, ${reason}` })
}

function addDisorder(found: ImpossibleValue[], latencies: readonly Positioned[], values: Values): void {
  let smaller: { metric: string; value: number } | null = null
  for (const { metric, position } of latencies) {
    const value = values[position]
    if (value == null) continue
    if (smaller !== null && smaller.value > value * (1 + ROUNDING) + ROUNDING) {
      found.push({ position, message: `${smaller.metric} ${smaller.value} is more than ${metric} ${value}` })
    }
    smaller = { metric, value }
  }
}

function addIdleWithLatency(
  found: ImpossibleValue[],
  rates: readonly Positioned[],
  values: Values,
  latency: number | null | undefined,
): void {
  if (latency == null || latency <= 0) return
  for (const { metric, position } of rates) {
    if (values[position] !== 0) continue
    found.push({ position, message: `${metric} is 0, but latency_ms_avg is ${latency}` })
  }
}
