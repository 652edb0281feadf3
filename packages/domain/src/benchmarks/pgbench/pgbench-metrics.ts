import { metricsOfRows } from '../../run/metric-rows.ts'

/** Metrics of pgbench that no other benchmark has. */
export const PGBENCH_METRICS = metricsOfRows([
  ['tps_with_connecting', 'transactions/s', 'higher', 0, 'transactions per second with the time of connecting'],
  ['connection_ms', 'ms', 'lower', 3, 'time of connecting'],
  ['retried_transactions', 'count', 'lower', 0, 'transactions that were tried again'],
  ['retries', 'count', 'lower', 0, 'times that transactions were tried again'],
  ['skipped_transactions', 'count', 'lower', 0, 'transactions that were too late to start'],
  ['above_latency_limit', 'count', 'lower', 0, 'transactions slower than the limit that was set'],
  ['schedule_lag_ms', 'ms', 'lower', 3, 'how late transactions started, with a rate to hold'],
])
