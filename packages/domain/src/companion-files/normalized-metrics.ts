import { AS_PUBLISHED_PREFIX } from '../run/metric.ts'
import { roundHalfEven } from '../stats/round-half-even.ts'
import { averageIostat, averageIostatAsPublished, type IostatMeans } from './iostat/average-iostat.ts'
import type { Iostat } from './iostat/iostat.ts'
import { averageVmstat, averageVmstatAsPublished, type VmstatMeans } from './vmstat/average-vmstat.ts'
import type { Vmstat } from './vmstat/vmstat.ts'

export type StepMeasurements = {
  vmstat: Vmstat | null
  iostat: Iostat | null
  /** The device of `chooseDevice`; without a device iostat is not used. */
  device: string | null
  /**
   * Throughput of the step: `shownQps`, or rows/s of the load; null or 0 gives rates only. As-published metrics divide
   * by o/s of sb.met where that is known, because the archive changed the unit of scans (see `scanKrowsOfAllClients`).
   */
  operationsPerSecond: number | null
  /** CPUs of the server, for cpu_us/o. */
  cpus: number | null
}

/**
 * Correct means by metric name: r/s rMB/s w/s wMB/s cs/s cpu/s cpu_us cpu_sy cpu_id cpu_wa cpu_st, and per operation
 * r/o rKB/o wKB/o cs/o cpu/o cpu_us/o. A metric whose source is missing is absent.
 */
export function normalizedMetrics(step: StepMeasurements): Record<string, number> {
  const vmstat = step.vmstat === null ? null : averageVmstat(step.vmstat)
  const iostat = step.iostat === null || step.device === null ? null : averageIostat(step.iostat, step.device)
  const perOperation = { operationsPerSecond: step.operationsPerSecond, cpus: step.cpus }
  return present({ ...ioMetrics(iostat, perOperation), ...cpuMetrics(vmstat, perOperation), ...cpuShares(vmstat) })
}

/** Decimals that sb.met prints. */
export const SB_MET_DIGITS = {
  'r/s': 1,
  'rMB/s': 1,
  'w/s': 1,
  'wMB/s': 1,
  'r/o': 3,
  'rKB/o': 3,
  'wKB/o': 3,
  'cs/s': 0,
  'cpu/s': 1,
  'cs/o': 3,
  'cpu/o': 6,
} as const

/**
 * The metrics of sb.met, computed as the archive does, rounded to the digits that sb.met prints and named with
 * AS_PUBLISHED_PREFIX, so that they equal the figures read from sb.met itself.
 */
export function asPublishedMetrics(step: StepMeasurements): Record<string, number> {
  const vmstat = step.vmstat === null ? null : averageVmstatAsPublished(step.vmstat)
  const iostat =
    step.iostat === null || step.device === null ? null : averageIostatAsPublished(step.iostat, step.device)
  const perOperation = { operationsPerSecond: step.operationsPerSecond, cpus: null }
  const metrics: Record<string, number> = present({
    ...ioMetrics(iostat, perOperation),
    ...cpuMetrics(vmstat, perOperation),
  })
  const published: [string, number][] = []
  for (const [name, digits] of Object.entries(SB_MET_DIGITS)) {
    const value = metrics[name]
    if (value !== undefined) published.push([`${AS_PUBLISHED_PREFIX}${name}`, roundHalfEven(value, digits)])
  }
  return Object.fromEntries(published)
}

type PerOperation = { operationsPerSecond: number | null; cpus: number | null }
type Metrics = Record<string, number | null>

function ioMetrics(iostat: IostatMeans | null, { operationsPerSecond }: PerOperation): Metrics {
  if (iostat === null) return {}
  return {
    'r/s': iostat.readsPerSecond,
    'rMB/s': iostat.readKbPerSecond / 1024,
    'w/s': iostat.writesPerSecond,
    'wMB/s': iostat.writeKbPerSecond / 1024,
    'r/o': ratio(iostat.readsPerSecond, operationsPerSecond),
    'rKB/o': ratio(iostat.readKbPerSecond, operationsPerSecond),
    'wKB/o': ratio(iostat.writeKbPerSecond, operationsPerSecond),
  }
}

function cpuMetrics(vmstat: VmstatMeans | null, { operationsPerSecond, cpus }: PerOperation): Metrics {
  if (vmstat === null) return {}
  const busyPercent = vmstat.userPercent + vmstat.systemPercent // iowait is not CPU use.
  const busyMicroseconds = cpus === null ? null : (busyPercent / 100) * cpus * 1e6
  return {
    'cs/s': vmstat.contextSwitchesPerSecond,
    'cpu/s': busyPercent,
    'cs/o': ratio(vmstat.contextSwitchesPerSecond, operationsPerSecond),
    'cpu/o': ratio(busyPercent, operationsPerSecond),
    'cpu_us/o': busyMicroseconds === null ? null : ratio(busyMicroseconds, operationsPerSecond),
  }
}

function cpuShares(vmstat: VmstatMeans | null): Metrics {
  if (vmstat === null) return {}
  return {
    cpu_us: vmstat.userPercent,
    cpu_sy: vmstat.systemPercent,
    cpu_id: vmstat.idlePercent,
    cpu_wa: vmstat.waitPercent,
    cpu_st: vmstat.stealPercent,
  }
}

/** The value per operation; null without operations. */
function ratio(perSecond: number | null, operationsPerSecond: number | null): number | null {
  return perSecond === null || operationsPerSecond === null || !(operationsPerSecond > 0)
    ? null
    : perSecond / operationsPerSecond
}

function present(metrics: Metrics): Record<string, number> {
  return Object.fromEntries(Object.entries(metrics).filter((entry): entry is [string, number] => entry[1] !== null))
}
