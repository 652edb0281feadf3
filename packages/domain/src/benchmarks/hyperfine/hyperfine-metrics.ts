import { metricsOfRows } from '../../run/metric-rows.ts'

/** Metrics of hyperfine. */
export const HYPERFINE_METRICS = metricsOfRows([
  ['time_s', 's', 'lower', 4, 'wall-clock time of a command'],
  ['user_time_s', 's', 'lower', 4, 'user CPU time of a command, mean of its runs'],
  ['system_time_s', 's', 'lower', 4, 'kernel CPU time of a command, mean of its runs'],
  ['peak_memory_bytes', 'bytes', 'lower', 0, 'largest resident memory of a command'],
])
