import { metricsOfRows } from '../../run/metric-rows.ts'

/** Storage requests, as fio counts them and as studies of I/O efficiency divide by them. */
export const FIO_METRICS = metricsOfRows([
  ['iops', 'requests/s', 'higher', 0, 'storage reads and writes per second, as fio counts them'],
  ['usPer', 'µs/read', 'lower', 3, 'user CPU for each storage read; for fio each request'],
  ['syPer', 'µs/read', 'lower', 3, 'kernel CPU for each storage read; for fio each request'],
  ['cpuPer', 'µs/read', 'lower', 3, 'CPU for each storage read; for fio each request'],
  ['reqsz', 'KB', 'neither', 1, 'mean size of a storage read'],
  ['io.lat', 'µs', 'lower', 0, 'mean time of a storage read, as iostat has it'],
  ['sync_us', 'µs', 'lower', 1, 'mean time of an fsync or fdatasync'],
])
