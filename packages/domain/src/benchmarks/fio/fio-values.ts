import type { UploadHistogram } from '../../run/upload-document.ts'
import type { FioCase, FioDirection } from './fio-case.ts'

export type FioValues = {
  /** Values by metric name (run/metric.ts). */
  values: Readonly<Record<string, number>>
  /** Sum of the IOPS as printed, with 40.0k read as 40000. */
  printedIops: number
}

/** Number of MB/s in 1 MiB/s. */
const MB_PER_MIB = 1.048576

const PERCENTILES = ['50', '99', '99.9', '99.99'] as const

/**
 * The metrics of one case over all of its processes: rates are summed, means are weighted by requests. Percentiles of
 * several processes cannot be combined, so they are given only for one section with one direction.
 *
 * @returns the failure when fio reports one for a process, or when no request was done.
 */
export function fioValues({ name, jobs }: FioCase): FioValues | { failure: string } {
  const failed = jobs.find(({ error }) => error !== 0)
  if (failed !== undefined) return { failure: `${name} failed with error ${failed.error}` }
  const all = jobs.flatMap((job) => directionsOf(job.directions))
  const ios = all.reduce((sum, [, { ios: count }]) => sum + (count ?? 0), 0)
  if (ios === 0) return { failure: `${name} did no request` }
  const rate = (direction: string, read: (one: FioDirection) => number): Record<'sum', number> | null => {
    const found = all.filter(([of]) => of === direction)
    return found.length === 0 ? null : { sum: found.reduce((sum, [, one]) => sum + read(one), 0) }
  }
  const mean = weighted(all.map(([, one]) => ({ value: one.meanUs, weight: one.ios })))
  // fio does not count every kind of sync, so means are weighted by writes: each process syncs after the same number of
  // writes.
  const sync = weighted(
    jobs.flatMap(({ sync, directions }) =>
      sync === null ? [] : [{ value: sync.meanUs, weight: directions.write?.ios ?? null }],
    ),
  )
  const cpu = cpuPerRequest(jobs, ios)
  const [only] = all
  const single = all.length === 1 && only !== undefined ? only[1] : null
  const largest = all.map(([, one]) => one.maxUs)
  const values: Record<string, number | null | undefined> = {
    iops: all.reduce((sum, [, one]) => sum + one.iops, 0),
    'r/s': rate('read', (one) => one.iops)?.sum,
    'w/s': rate('write', (one) => one.iops)?.sum,
    'MB/s': all.reduce((sum, [, one]) => sum + one.mibPerSecond, 0) * MB_PER_MIB,
    'rMB/s': rate('read', (one) => one.mibPerSecond)?.sum,
    'wMB/s': rate('write', (one) => one.mibPerSecond)?.sum,
    usec_op: mean,
    pmax: largest.includes(null) ? null : Math.max(...largest.map((value) => value ?? 0)),
    sync_us: sync,
    ...cpu,
  }
  for (const percent of PERCENTILES) values[`p${percent}`] = single?.percentilesUs[percent]
  return {
    values: Object.fromEntries(
      Object.entries(values).flatMap(([metric, value]) => (value == null ? [] : [[metric, value]])),
    ),
    printedIops: all.reduce((sum, [, one]) => sum + one.printedIops, 0),
  }
}

const directionsOf = (directions: FioCase['jobs'][number]['directions']): [string, FioDirection][] =>
  Object.entries(directions).filter(([, direction]) => direction.ios !== 0)

/** The weighted mean; null when a value is missing, or when one of several has no weight. */
function weighted(all: readonly { value: number | null; weight: number | null }[]): number | null {
  const [first] = all
  if (first === undefined) return null
  if (all.length === 1) return first.value
  let [sum, weights] = [0, 0]
  for (const { value, weight } of all) {
    if (value === null || weight === null) return null
    sum += value * weight
    weights += weight
  }
  return weights === 0 ? null : sum / weights
}

function cpuPerRequest(jobs: FioCase['jobs'], ios: number): Record<string, number> {
  let [user, system] = [0, 0]
  for (const { cpu } of jobs) {
    if (cpu === null) return {}
    user += cpu.userUs
    system += cpu.systemUs
  }
  return { usPer: user / ios, syPer: system / ios, cpuPer: (user + system) / ios }
}

/**
 * The distribution of the completion latencies of all processes, from the bins of `json+`. Reads and writes are not
 * mixed, so there is none for several directions.
 */
export function fioHistograms({ jobs }: FioCase): UploadHistogram[] {
  const all = jobs.flatMap((job) => directionsOf(job.directions))
  const counts = new Map<number, number>()
  for (const [, { bins }] of all) {
    for (const [value, count] of bins ?? []) counts.set(value, (counts.get(value) ?? 0) + count)
  }
  const isOne = new Set(all.map(([direction]) => direction)).size === 1 && all.every(([, { bins }]) => bins !== null)
  if (!isOne || counts.size === 0) return []
  const buckets = [...counts].sort(([a], [b]) => a - b)
  return [{ unitMs: 1e-6, buckets: buckets.map(([value, count]) => [value, value, count]) }]
}
