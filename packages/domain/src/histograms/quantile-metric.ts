import type { Metric } from '../run/metric.ts'
import { findKnownMetric } from '../run/metric.ts'
import { findOperationLatency, readOperationLatency } from '../run/operation-latency.ts'

/** A quantile of response times as a metric: `latency_ms_p99.9:read` in milliseconds, `p99.9` in microseconds. */
type QuantileMetric = {
  /** Null for all operations of the test. */
  operation: string | null
  /** 0 to 1. */
  quantile: number
  unitMs: 1 | 0.001
}

const MICROSECONDS = /^p(\d{1,2}(?:\.\d{1,6})?)$/
/** Metrics in microseconds that programs with histograms print, next to percentiles. */
const OTHER_MICROSECONDS: readonly string[] = ['usec_op', 'pmax']

/** Parses the name of a metric; null when it is not a quantile of response times. */
export function readQuantileMetric(name: string): QuantileMetric | null {
  const [, percent] = MICROSECONDS.exec(name) ?? []
  if (percent !== undefined) return { operation: null, quantile: shareOf(percent), unitMs: 0.001 }
  const latency = readOperationLatency(name)
  if (latency === null || !/^p\d/.test(latency.statistic)) return null
  return { operation: latency.operation, quantile: shareOf(latency.statistic.slice(1)), unitMs: 1 }
}

/** Moves the decimal point by text, because 99.9 / 100 is 0.9990000000000001 for a computer. */
const shareOf = (percent: string) => Number(`${percent}e-2`)

/** True for a metric that states response times of an operation; results with a histogram of it have such a metric. */
export function measuresResponseTime(name: string, operation: string | null): boolean {
  const latency = readOperationLatency(name)
  if (latency !== null) return latency.operation === operation
  return operation === null && (MICROSECONDS.test(name) || OTHER_MICROSECONDS.includes(name))
}

/** The metric of a quantile; undefined for other names. */
export function findQuantileMetric(name: string): Metric | undefined {
  const quantile = readQuantileMetric(name)
  if (quantile === null) return undefined
  const known = findKnownMetric(name) ?? findOperationLatency(name)
  return known ?? { name, unit: 'µs', better: 'lower', about: `${name.slice(1)}th percentile of response time` }
}
