import { metricsOfRows } from '../../run/metric-rows.ts'

/** Metrics of Linkbench that no other benchmark has, with the decimals of its published tables. */
export const LINKBENCH_METRICS = metricsOfRows([
  [
    'Mcpu/o',
    '10⁻⁶ % of all CPUs/op',
    'lower',
    0,
    'CPU (percent of all CPUs) x 10⁶ per operation, as Linkbench reports have it; not microseconds',
  ],
  ['client_cpu_us/o', 'µs/op', 'lower', 1, 'CPU of the client per operation'],
  ['db_cpu_us/o', 'µs/op', 'lower', 1, 'CPU of the database process per operation'],
  ['client_cpu_s', 's', 'neither', 0, 'CPU of the client'],
  ['db_cpu_s', 's', 'neither', 0, 'CPU of the database process'],
  ['client_cpus', 'CPUs', 'neither', 3, 'CPUs that the client kept busy'],
  ['db_cpus', 'CPUs', 'neither', 3, 'CPUs that the database process kept busy'],
  ['size', 'GB', 'lower', 1, 'size of the database, as a published table has it'],
  ['vsz', 'GB', 'neither', 1, 'virtual memory of the database process'],
])
