import { AS_PUBLISHED_PREFIX, KNOWN_METRICS, type Metric } from '@assay/domain/run/metric'
import { memoByLength } from './fold-index.ts'
import type { RunIndex } from './run-index.ts'

const ORDER = new Map(KNOWN_METRICS.map(({ name }, index) => [name, index]))

/**
 * Metrics of any run: known ones in their usual order, then declared ones by name. Archived metrics count as the exact
 * ones.
 */
export const listMetrics = (runIndex: RunIndex): Metric[] => [...metricsOf(runIndex)]

const metricsOf = memoByLength(({ metricSets }) => metricSets.all, findMetrics)

function findMetrics(metricSets: readonly { metrics: readonly Metric[] }[]): Metric[] {
  const found = new Map<string, Metric>()
  for (const metric of metricSets.flatMap(({ metrics }) => metrics)) {
    const name = metric.name.startsWith(AS_PUBLISHED_PREFIX)
      ? metric.name.slice(AS_PUBLISHED_PREFIX.length)
      : metric.name
    const known = KNOWN_METRICS[ORDER.get(name) ?? -1]
    if (!found.has(name)) found.set(name, known ?? { ...metric, name })
  }
  const rank = ({ name }: Metric) => ORDER.get(name) ?? KNOWN_METRICS.length
  return [...found.values()].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
}
