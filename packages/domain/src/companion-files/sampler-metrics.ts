import type { KnownMetric } from '../run/metric.ts'

/** Metrics of vmstat and iostat, per operation and as averages of the measured part. */
export const SAMPLER_METRICS: readonly KnownMetric[] = [
  { name: 'r/o', unit: 'reads/op', better: 'lower', digits: 3, about: 'storage reads per operation' },
  { name: 'rKB/o', unit: 'KB/op', better: 'lower', digits: 3, about: 'KB read from storage per operation' },
  { name: 'wKB/o', unit: 'KB/op', better: 'lower', digits: 3, about: 'KB written to storage per operation' },
  { name: 'cs/o', unit: 'switches/op', better: 'lower', digits: 3, about: 'context switches per operation' },
  {
    name: 'cpu/o',
    unit: '% of all CPUs/op',
    better: 'lower',
    digits: 6,
    about: 'CPU (us + sy, percent of all CPUs) per operation; not comparable across core counts',
  },
  { name: 'cpu_us/o', unit: 'µs/op', better: 'lower', digits: 1, about: 'CPU microseconds per operation' },
  { name: 'r/s', unit: 'reads/s', better: 'neither', digits: 1, about: 'storage reads per second' },
  { name: 'rMB/s', unit: 'MiB/s', better: 'neither', digits: 1, about: 'read from storage per second, KB / 1024' },
  { name: 'w/s', unit: 'writes/s', better: 'neither', digits: 1, about: 'storage writes per second' },
  { name: 'wMB/s', unit: 'MiB/s', better: 'neither', digits: 1, about: 'written to storage per second, KB / 1024' },
  { name: 'cs/s', unit: 'switches/s', better: 'neither', digits: 0, about: 'context switches per second' },
  { name: 'cpu/s', unit: '% of all CPUs', better: 'neither', digits: 1, about: 'CPU in use, us + sy' },
  { name: 'cpu_us', unit: '% of all CPUs', better: 'neither', digits: 1, about: 'CPU in user mode' },
  { name: 'cpu_sy', unit: '% of all CPUs', better: 'neither', digits: 1, about: 'CPU in the kernel' },
  { name: 'cpu_id', unit: '% of all CPUs', better: 'neither', digits: 1, about: 'CPU idle' },
  { name: 'cpu_wa', unit: '% of all CPUs', better: 'neither', digits: 1, about: 'CPU waiting for IO; not CPU use' },
  { name: 'cpu_st', unit: '% of all CPUs', better: 'lower', digits: 1, about: 'CPU taken by the hypervisor' },
]
