import { fallbackMetricOf } from '@assay/domain/run/fallback-metric'
import type { Metric } from '@assay/domain/run/metric'

/** What a test is judged by when no upload said, of all metrics that some runs have. */
export const fallbackMetric = (sets: readonly { metrics: readonly Metric[] }[]): string =>
  fallbackMetricOf(new Set(sets.flatMap(({ metrics }) => metrics.map(({ name }) => name))))
