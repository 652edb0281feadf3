import { metricsOfRows } from '../run/metric-rows.ts'

/** Metrics of vmstat and iostat, per operation and as averages of the measured part. */
export const SAMPLER_METRICS = metricsOfRows([
  ['r/o', 'reads/op', 'lower', 3, 'storage reads per operation'],
  ['rKB/o', 'KB/op', 'lower', 3, 'KB read from storage per operation'],
  ['wKB/o', 'KB/op', 'lower', 3, 'KB written to storage per operation'],
  ['cs/o', 'switches/op', 'lower', 3, 'context switches per operation'],
  [
    'cpu/o',
    '% of all CPUs/op',
    'lower',
    6,
    'CPU (us + sy, percent of all CPUs) per operation; not comparable across core counts',
  ],
  ['cpu_us/o', 'µs/op', 'lower', 1, 'CPU microseconds per operation'],
  ['r/s', 'reads/s', 'neither', 1, 'storage reads per second'],
  ['rMB/s', 'MiB/s', 'neither', 1, 'read from storage per second, KB / 1024'],
  ['w/s', 'writes/s', 'neither', 1, 'storage writes per second'],
  ['wMB/s', 'MiB/s', 'neither', 1, 'written to storage per second, KB / 1024'],
  ['cs/s', 'switches/s', 'neither', 0, 'context switches per second'],
  ['cpu/s', '% of all CPUs', 'neither', 1, 'CPU in use, us + sy'],
  ['cpu_us', '% of all CPUs', 'neither', 1, 'CPU in user mode'],
  ['cpu_sy', '% of all CPUs', 'neither', 1, 'CPU in the kernel'],
  ['cpu_id', '% of all CPUs', 'neither', 1, 'CPU idle'],
  ['cpu_wa', '% of all CPUs', 'neither', 1, 'CPU waiting for IO; not CPU use'],
  ['cpu_st', '% of all CPUs', 'lower', 1, 'CPU taken by the hypervisor'],
])
