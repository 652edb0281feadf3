import type { KnownMetric } from '../../run/metric.ts'

/** Storage requests, as fio counts them and as studies of I/O efficiency divide by them. */
export const FIO_METRICS: readonly KnownMetric[] = [
  {
    name: 'iops',
    unit: 'requests/s',
    better: 'higher',
    digits: 0,
    about: 'storage reads and writes per second, as fio counts them',
  },
  {
    name: 'usPer',
    unit: 'µs/read',
    better: 'lower',
    digits: 3,
    about: 'user CPU for each storage read; for fio each request',
  },
  {
    name: 'syPer',
    unit: 'µs/read',
    better: 'lower',
    digits: 3,
    about: 'kernel CPU for each storage read; for fio each request',
  },
  {
    name: 'cpuPer',
    unit: 'µs/read',
    better: 'lower',
    digits: 3,
    about: 'CPU for each storage read; for fio each request',
  },
  { name: 'reqsz', unit: 'KB', better: 'neither', digits: 1, about: 'mean size of a storage read' },
  { name: 'io.lat', unit: 'µs', better: 'lower', digits: 0, about: 'mean time of a storage read, as iostat has it' },
  { name: 'sync_us', unit: 'µs', better: 'lower', digits: 1, about: 'mean time of an fsync or fdatasync' },
]
