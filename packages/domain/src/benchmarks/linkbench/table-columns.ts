import { operationLatencyMetric } from '../../run/operation-latency.ts'
import { OPERATIONS } from './operations.ts'

/** A column, by its heading, with its metric. */
export type LinkbenchColumn = { name: string; metric: string }

/** Metric of each column per query or, in a load, per insert: `rpq` and `rpi` are both reads per operation. */
const METRICS: Readonly<Record<string, string>> = {
  qps: 'qps',
  ips: 'inserts/s',
  secs: 'elapsed_s',
  rpq: 'r/o',
  rkbpq: 'rKB/o',
  wkbpq: 'wKB/o',
  cspq: 'cs/o',
  // Percent of all CPUs times 10^6 per operation; not microseconds (FORMATS.md section 12).
  cpupq: 'Mcpu/o',
  rpi: 'r/o',
  rkbpi: 'rKB/o',
  wkbpi: 'wKB/o',
  cspi: 'cs/o',
  cpupi: 'Mcpu/o',
  csecpq: 'client_cpu_us/o',
  dsecpq: 'db_cpu_us/o',
  csec: 'client_cpu_s',
  dsec: 'db_cpu_s',
  dbgb1: 'dbgb1',
  dbgb2: 'dbgb2',
  rps: 'r/s',
  rmbps: 'rMB/s',
  wmbps: 'wMB/s',
  csps: 'cs/s',
  cpups: 'cpu/s',
  cutil: 'client_cpus',
  dutil: 'db_cpus',
  vsz: 'vsz',
  rss: 'rss',
}

const STATISTICS: Readonly<Record<string, string>> = { 9: 'p99', x: 'max', m: 'avg' }

/** The columns of a header, without that of the server; null when it is not the header of a Linkbench table. */
export function readColumns(header: string): LinkbenchColumn[] | null {
  const names = header.split('\t').map((name) => name.trim())
  if (names.pop() !== 'cnf' || names.length === 0 || new Set(names).size !== names.length) return null
  const columns = names.flatMap((name) => {
    const metric = metricOf(name)
    return metric === null ? [] : [{ name, metric }]
  })
  const isReport = names[1] === 'secs' || columns.every(({ metric }) => metric.startsWith('latency_ms_'))
  return isReport && columns.length === names.length ? columns : null
}

function metricOf(name: string): string | null {
  const known = Object.hasOwn(METRICS, name) ? METRICS[name] : undefined
  if (known !== undefined) return known
  const [, letters = '', statistic = ''] = /^([a-z]{2,3})([9xm])$/.exec(name) ?? []
  if (!Object.hasOwn(OPERATIONS, letters)) return null
  return operationLatencyMetric(STATISTICS[statistic] ?? '', OPERATIONS[letters] ?? letters)
}
