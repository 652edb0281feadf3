import type { Metric } from '../../run/metric.ts'

const KNOWN: Readonly<Record<string, readonly [unit: string, about: string]>> = {
  run_queue: ['tasks', 'tasks that wait for a CPU (sar)'],
  load_average: ['tasks', 'load average of a minute (sar)'],
  avg_mhz: ['MHz', 'mean frequency of the CPUs, idle time included (turbostat)'],
  busy: ['%', 'time in which a CPU was not idle (turbostat)'],
  busy_mhz: ['MHz', 'mean frequency of the CPUs while they were busy (turbostat)'],
  package_celsius: ['°C', 'temperature of the package (turbostat)'],
  package_watts: ['W', 'power of the package (turbostat)'],
  ram_watts: ['W', 'power of the memory (turbostat)'],
}

const OF_PROCESS: Readonly<Record<string, readonly [unit: string, about: string]>> = {
  process_cpu: ['% of one CPU', 'CPU time'],
  process_rss_kb: ['KB', 'resident memory'],
  'process_read_kb/s': ['KB/s', 'reads from storage'],
  'process_written_kb/s': ['KB/s', 'writes to storage'],
  'process_cs/s': ['switches/s', 'voluntary context switches'],
  'process_preemptions/s': ['switches/s', 'involuntary context switches'],
}

/** The metric of a sampled series, so that every upload gives it the same unit. None gets a verdict. */
export function findSeriesMetric(name: string): Metric | undefined {
  const known = KNOWN[name]
  if (known !== undefined) return { name, unit: known[0], better: 'neither', about: known[1] }
  const [, metric = '', command] = /^(process_[a-z_/]+):(.+)$/.exec(name) ?? []
  const ofProcess = OF_PROCESS[metric]
  if (ofProcess !== undefined)
    return { name, unit: ofProcess[0], better: 'neither', about: `${ofProcess[1]} of ${command} (pidstat)` }
  const [, query] = /^prometheus:(.+)$/.exec(name) ?? []
  if (query === undefined) return undefined
  const unit = /_bytes(?:_total)?\b/.test(query) ? 'bytes' : /_seconds(?:_total)?\b/.test(query) ? 's' : 'value'
  return { name, unit, better: 'neither', about: `${query} (Prometheus)` }
}
