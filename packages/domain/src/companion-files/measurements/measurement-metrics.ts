import { metricsOfRows } from '../../run/metric-rows.ts'

/** CPU time and memory of the client, and the size of the database. */
export const MEASUREMENT_METRICS = metricsOfRows([
  ['client_user_s', 's', 'neither', 1, 'user CPU of the benchmark client (GNU time)'],
  ['client_sys_s', 's', 'neither', 1, 'kernel CPU of the benchmark client (GNU time)'],
  ['client_rss_kb', 'KiB', 'neither', 0, 'largest memory of the benchmark client (GNU time)'],
  ['db_gb', 'GiB', 'lower', 1, 'size of the data directory (du)'],
])
