import type { Metric } from '@assay/domain/run/metric'

const PREFERRED = ['qps', 'ops/s', 'tps', 'rows/s']

/** What a test is judged by when no upload said: throughput where there is one, else the first metric. */
export function fallbackMetric(sets: readonly { metrics: readonly Metric[] }[]): string {
  const names = new Set(sets.flatMap(({ metrics }) => metrics.map(({ name }) => name)))
  return PREFERRED.find((name) => names.has(name)) ?? [...names].sort()[0] ?? 'qps'
}
