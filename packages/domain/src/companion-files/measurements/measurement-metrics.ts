import type { KnownMetric } from '../../run/metric.ts'

/** CPU time and memory of the client, and the size of the database. */
export const MEASUREMENT_METRICS: readonly KnownMetric[] = [
  {
    name: 'client_user_s',
    unit: 's',
    better: 'neither',
    digits: 1,
    about: 'user CPU of the benchmark client (GNU time)',
  },
  {
    name: 'client_sys_s',
    unit: 's',
    better: 'neither',
    digits: 1,
    about: 'kernel CPU of the benchmark client (GNU time)',
  },
  {
    name: 'client_rss_kb',
    unit: 'KiB',
    better: 'neither',
    digits: 0,
    about: 'largest memory of the benchmark client (GNU time)',
  },
  { name: 'db_gb', unit: 'GiB', better: 'lower', digits: 1, about: 'size of the data directory (du)' },
]
