import { metricsOfRows } from '../../run/metric-rows.ts'

/** Metrics of TPROC-C. */
export const HAMMERDB_METRICS = metricsOfRows([
  ['NOPM', 'new orders/min', 'higher', 0, 'new orders per minute (TPROC-C)'],
  ['TPM', 'transactions/min', 'higher', 0, 'transactions per minute as the database counts them'],
  ['failed_users', 'count', 'lower', 0, 'virtual users that finished as FAILED'],
])
