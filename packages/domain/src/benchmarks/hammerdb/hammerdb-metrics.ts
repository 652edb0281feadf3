import type { KnownMetric } from '../../run/metric.ts'

/** Metrics of TPROC-C. */
export const HAMMERDB_METRICS: readonly KnownMetric[] = [
  { name: 'NOPM', unit: 'new orders/min', better: 'higher', digits: 0, about: 'new orders per minute (TPROC-C)' },
  {
    name: 'TPM',
    unit: 'transactions/min',
    better: 'higher',
    digits: 0,
    about: 'transactions per minute as the database counts them',
  },
  { name: 'failed_users', unit: 'count', better: 'lower', digits: 0, about: 'virtual users that finished as FAILED' },
]
