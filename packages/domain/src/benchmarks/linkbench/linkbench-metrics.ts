import type { KnownMetric } from '../../run/metric.ts'

/** Metrics of Linkbench that no other benchmark has, with the decimals of its published tables. */
export const LINKBENCH_METRICS: readonly KnownMetric[] = [
  {
    name: 'Mcpu/o',
    unit: '10⁻⁶ % of all CPUs/op',
    better: 'lower',
    digits: 0,
    about: 'CPU (percent of all CPUs) x 10⁶ per operation, as Linkbench reports have it; not microseconds',
  },
  { name: 'client_cpu_us/o', unit: 'µs/op', better: 'lower', digits: 1, about: 'CPU of the client per operation' },
  {
    name: 'db_cpu_us/o',
    unit: 'µs/op',
    better: 'lower',
    digits: 1,
    about: 'CPU of the database process per operation',
  },
  { name: 'client_cpu_s', unit: 's', better: 'neither', digits: 0, about: 'CPU of the client' },
  { name: 'db_cpu_s', unit: 's', better: 'neither', digits: 0, about: 'CPU of the database process' },
  { name: 'client_cpus', unit: 'CPUs', better: 'neither', digits: 3, about: 'CPUs that the client kept busy' },
  { name: 'db_cpus', unit: 'CPUs', better: 'neither', digits: 3, about: 'CPUs that the database process kept busy' },
  { name: 'size', unit: 'GB', better: 'lower', digits: 1, about: 'size of the database, as a published table has it' },
  { name: 'vsz', unit: 'GB', better: 'neither', digits: 1, about: 'virtual memory of the database process' },
]
