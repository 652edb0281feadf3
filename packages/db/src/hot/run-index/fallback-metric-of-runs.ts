import { fallbackMetricOf } from '@assay/domain/run/fallback-metric'
import type { Metric } from '@assay/domain/run/metric'

/** The metric by which a test is compared if no upload names one, chosen from the metrics of some runs. */
export const fallbackMetricOfRuns = (sets: readonly { metrics: readonly Metric[] }[]): string =>
  fallbackMetricOf(new Set(sets.flatMap(({ metrics }) => metrics.map(({ name }) => name))))
