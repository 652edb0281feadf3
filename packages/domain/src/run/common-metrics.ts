import type { KnownMetric } from './metric.ts'

/** Throughput, response time and errors, which several benchmarks print. */
export const COMMON_METRICS: readonly KnownMetric[] = [
  {
    name: 'qps',
    unit: 'queries/s',
    better: 'higher',
    digits: 0,
    about: 'queries per second; for scan thousands of rows/s per client',
  },
  { name: 'tps', unit: 'transactions/s', better: 'higher', digits: 0, about: 'transactions per second' },
  {
    name: 'ops/s',
    unit: 'operations/s',
    better: 'higher',
    digits: 0,
    about: 'operations per second (db_bench ops_sec)',
  },
  { name: 'MB/s', unit: 'MB/s', better: 'higher', digits: 1, about: 'user data per second (db_bench mb_sec)' },
  { name: 'rows/s', unit: 'rows/s', better: 'higher', digits: 0, about: 'rows loaded per second' },
  { name: 'latency_ms_min', unit: 'ms', better: 'lower', digits: 2, about: 'shortest response time' },
  { name: 'latency_ms_avg', unit: 'ms', better: 'lower', digits: 2, about: 'mean response time' },
  { name: 'latency_ms_max', unit: 'ms', better: 'lower', digits: 2, about: 'longest response time' },
  {
    name: 'latency_ms_p95',
    unit: 'ms',
    better: 'lower',
    digits: 2,
    about: '95th percentile of response time, from a bucketed histogram',
  },
  { name: 'latency_ms_p99', unit: 'ms', better: 'lower', digits: 2, about: '99th percentile of response time' },
  { name: 'elapsed_s', unit: 's', better: 'neither', digits: 1, about: 'time that the measured part took' },
  { name: 'ignored_errors', unit: 'count', better: 'lower', digits: 0, about: 'errors that the client ignored' },
  { name: 'reconnects', unit: 'count', better: 'lower', digits: 0, about: 'times that the client connected again' },
]
