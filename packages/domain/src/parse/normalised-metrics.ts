import type { Iostat } from './iostat.ts'
import type { Vmstat } from './vmstat.ts'

export type StepMeasurements = {
  vmstat: Vmstat | null
  iostat: Iostat | null
  /** The device of `chooseDevice`; without it iostat takes no part. */
  device: string | null
  /** Throughput of the step; null gives rates only. */
  operationsPerSecond: number | null
  /** CPUs of the server, for cpu_us/o. */
  cpus: number | null
}

/**
 * Correct means by metric name: r/s rMB/s w/s wMB/s cs/s cpu/s cpu_us cpu_sy cpu_id cpu_wa cpu_st, and per operation
 * r/o rKB/o wKB/o cs/o cpu/o cpu_us/o. A metric whose source is missing is absent.
 */
export function normalisedMetrics(step: StepMeasurements): Record<string, number> {
  void step
  return {}
}

/**
 * The same metrics by the archive's arithmetic, rounded to the digits that sb.met prints and named with
 * AS_PUBLISHED_PREFIX, so that they equal the figures read from sb.met itself.
 */
export function asPublishedMetrics(step: StepMeasurements): Record<string, number> {
  void step
  return {}
}
