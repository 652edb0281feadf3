import type { KnownMetric } from '../../run/metric.ts'

/** Metrics of pgbench that no other benchmark has. */
export const PGBENCH_METRICS: readonly KnownMetric[] = [
  {
    name: 'tps_with_connecting',
    unit: 'transactions/s',
    better: 'higher',
    digits: 0,
    about: 'transactions per second with the time of connecting',
  },
  { name: 'connection_ms', unit: 'ms', better: 'lower', digits: 3, about: 'time of connecting' },
  {
    name: 'retried_transactions',
    unit: 'count',
    better: 'lower',
    digits: 0,
    about: 'transactions that were tried again',
  },
  { name: 'retries', unit: 'count', better: 'lower', digits: 0, about: 'times that transactions were tried again' },
  {
    name: 'skipped_transactions',
    unit: 'count',
    better: 'lower',
    digits: 0,
    about: 'transactions that were too late to start',
  },
  {
    name: 'above_latency_limit',
    unit: 'count',
    better: 'lower',
    digits: 0,
    about: 'transactions slower than the limit that was set',
  },
  {
    name: 'schedule_lag_ms',
    unit: 'ms',
    better: 'lower',
    digits: 3,
    about: 'how late transactions started, with a rate to hold',
  },
]
