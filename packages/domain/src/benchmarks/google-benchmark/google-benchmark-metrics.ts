import { metricsOfRows } from '../../run/metric-rows.ts'

/** Metrics of Google Benchmark. */
export const GOOGLE_BENCHMARK_METRICS = metricsOfRows([
  ['real_time_ns', 'ns', 'lower', 1, 'wall-clock time of one iteration'],
  ['cpu_time_ns', 'ns', 'lower', 1, 'CPU time of one iteration'],
  ['iterations', 'count', 'neither', 0, 'iterations that the time is the mean of'],
  ['items/s', 'items/s', 'higher', 0, 'items processed per second'],
  ['bytes/s', 'bytes/s', 'higher', 0, 'bytes processed per second'],
])
