import { metricsOfRows } from './metric-rows.ts'

/** Throughput, response time and errors, which several benchmarks print. */
export const COMMON_METRICS = metricsOfRows([
  ['qps', 'queries/s', 'higher', 0, 'queries per second; for scan thousands of rows/s per client'],
  ['tps', 'transactions/s', 'higher', 0, 'transactions per second'],
  ['ops/s', 'operations/s', 'higher', 0, 'operations per second (db_bench ops_sec)'],
  ['MB/s', 'MB/s', 'higher', 1, 'user data per second (db_bench mb_sec)'],
  ['rows/s', 'rows/s', 'higher', 0, 'rows loaded per second'],
  ['latency_ms_min', 'ms', 'lower', 2, 'shortest response time'],
  ['latency_ms_avg', 'ms', 'lower', 2, 'mean response time'],
  ['latency_ms_max', 'ms', 'lower', 2, 'longest response time'],
  ['latency_ms_p95', 'ms', 'lower', 2, '95th percentile of response time, from a bucketed histogram'],
  ['latency_ms_p99', 'ms', 'lower', 2, '99th percentile of response time'],
  ['elapsed_s', 's', 'neither', 1, 'time that the measured part took'],
  ['ignored_errors', 'count', 'lower', 0, 'errors that the client ignored'],
  ['reconnects', 'count', 'lower', 0, 'times that the client connected again'],
])
