import type { Metric } from '../../run/metric.ts'

/** Metrics of vector searches, which result files declare. */
export const VECTORDBBENCH_METRICS: readonly Metric[] = [
  { name: 'recall', unit: 'share', better: 'higher', about: 'share of the k nearest neighbors that the search found' },
  { name: 'ndcg', unit: 'share', better: 'higher', about: 'normalized discounted cumulative gain of the search' },
  { name: 'load_s', unit: 's', better: 'lower', about: 'time to insert the vectors and to build the index' },
]
