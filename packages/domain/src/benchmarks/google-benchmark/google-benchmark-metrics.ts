import type { KnownMetric } from '../../run/metric.ts'

/** Metrics of Google Benchmark. */
export const GOOGLE_BENCHMARK_METRICS: readonly KnownMetric[] = [
  { name: 'real_time_ns', unit: 'ns', better: 'lower', digits: 1, about: 'wall-clock time of one iteration' },
  { name: 'cpu_time_ns', unit: 'ns', better: 'lower', digits: 1, about: 'CPU time of one iteration' },
  { name: 'iterations', unit: 'count', better: 'neither', digits: 0, about: 'iterations that the time is the mean of' },
  { name: 'items/s', unit: 'items/s', better: 'higher', digits: 0, about: 'items processed per second' },
  { name: 'bytes/s', unit: 'bytes/s', better: 'higher', digits: 0, about: 'bytes processed per second' },
]
