import type { Metric } from './metric.ts'

/** Metrics of Linkbench, HammerDB, pgbench and Google Benchmark that no other benchmark has. */
export const CLIENT_METRICS: readonly Metric[] = [
  // Linkbench
  {
    name: 'Mcpu/o',
    unit: '10⁻⁶ % of all CPUs/op',
    better: 'lower',
    about: 'CPU (percent of all CPUs) x 10⁶ per operation, as Linkbench reports have it; not microseconds',
  },
  { name: 'client_cpu_us/o', unit: 'µs/op', better: 'lower', about: 'CPU of the client per operation' },
  { name: 'db_cpu_us/o', unit: 'µs/op', better: 'lower', about: 'CPU of the database process per operation' },
  { name: 'client_cpu_s', unit: 's', better: 'neither', about: 'CPU of the client' },
  { name: 'db_cpu_s', unit: 's', better: 'neither', about: 'CPU of the database process' },
  { name: 'client_cpus', unit: 'CPUs', better: 'neither', about: 'CPUs that the client kept busy' },
  { name: 'db_cpus', unit: 'CPUs', better: 'neither', about: 'CPUs that the database process kept busy' },
  { name: 'size', unit: 'GB', better: 'lower', about: 'size of the database, as a published table has it' },
  { name: 'vsz', unit: 'GB', better: 'neither', about: 'virtual memory of the database process' },
  // HammerDB, pgbench, Google Benchmark
  { name: 'NOPM', unit: 'new orders/min', better: 'higher', about: 'new orders per minute (TPROC-C)' },
  {
    name: 'TPM',
    unit: 'transactions/min',
    better: 'higher',
    about: 'transactions per minute as the database counts them',
  },
  { name: 'failed_users', unit: 'count', better: 'lower', about: 'virtual users that finished as FAILED' },
  {
    name: 'tps_with_connecting',
    unit: 'transactions/s',
    better: 'higher',
    about: 'transactions per second with the time of connecting',
  },
  { name: 'connection_ms', unit: 'ms', better: 'lower', about: 'time of connecting' },
  { name: 'retried_transactions', unit: 'count', better: 'lower', about: 'transactions that were tried again' },
  { name: 'retries', unit: 'count', better: 'lower', about: 'times that transactions were tried again' },
  { name: 'skipped_transactions', unit: 'count', better: 'lower', about: 'transactions that were too late to start' },
  {
    name: 'above_latency_limit',
    unit: 'count',
    better: 'lower',
    about: 'transactions slower than the limit that was set',
  },
  { name: 'schedule_lag_ms', unit: 'ms', better: 'lower', about: 'how late transactions started, with a rate to hold' },
  { name: 'real_time_ns', unit: 'ns', better: 'lower', about: 'wall-clock time of one iteration' },
  { name: 'cpu_time_ns', unit: 'ns', better: 'lower', about: 'CPU time of one iteration' },
  { name: 'iterations', unit: 'count', better: 'neither', about: 'iterations that the time is the mean of' },
  { name: 'items/s', unit: 'items/s', better: 'higher', about: 'items processed per second' },
  { name: 'bytes/s', unit: 'bytes/s', better: 'higher', about: 'bytes processed per second' },
  // Validity
  { name: 'failed_checks', unit: 'count', better: 'lower', about: 'consistency checks of the benchmark that failed' },
]

/** Their decimals, as the published tables have them where there are any. */
export const CLIENT_DIGITS: Readonly<Record<string, number>> = {
  'Mcpu/o': 0,
  'client_cpu_us/o': 1,
  'db_cpu_us/o': 1,
  client_cpu_s: 0,
  db_cpu_s: 0,
  client_cpus: 3,
  db_cpus: 3,
  size: 1,
  vsz: 1,
  NOPM: 0,
  TPM: 0,
  failed_users: 0,
  tps_with_connecting: 0,
  connection_ms: 3,
  retried_transactions: 0,
  retries: 0,
  skipped_transactions: 0,
  above_latency_limit: 0,
  schedule_lag_ms: 3,
  real_time_ns: 1,
  cpu_time_ns: 1,
  iterations: 0,
  'items/s': 0,
  'bytes/s': 0,
}
