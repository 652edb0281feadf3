import type { Iostat } from './iostat.ts'
import type { Vmstat } from './vmstat.ts'

/** What vmstat and iostat printed beside one test. */
export type SideOutput = { vmstat: Vmstat | null; iostat: Iostat | null }

/**
 * What samplers saw of the measured part, where they are known to have gone on until the benchmark ended: the end of
 * it, as long as the benchmark says that it measured. Connecting, vacuum and warm-up come before.
 *
 * @param sampleSeconds undefined when nobody knows how the samples lie to the benchmark; then all of them count.
 */
export function measuredPart(
  { vmstat, iostat }: SideOutput,
  { sampleSeconds, elapsedSeconds }: { sampleSeconds: number | undefined; elapsedSeconds: number | undefined },
): SideOutput {
  if (sampleSeconds === undefined || elapsedSeconds === undefined) return { vmstat, iostat }
  const count = Math.max(1, Math.floor(elapsedSeconds / sampleSeconds))
  return {
    vmstat: vmstat === null ? null : lastVmstatSamples(vmstat, count),
    iostat: iostat === null ? null : lastIostatReports(iostat, count),
  }
}

function lastVmstatSamples(vmstat: Vmstat, count: number): Vmstat {
  const last = <T>(values: readonly T[]): T[] => values.slice(Math.max(0, values.length - count))
  return {
    ...vmstat,
    samples: Object.fromEntries(Object.entries(vmstat.samples).map(([column, values]) => [column, last(values)])),
    timestamps: vmstat.timestamps === null ? null : last(vmstat.timestamps),
  }
}

/** A report since boot stays, because it is told apart by its place. */
function lastIostatReports(iostat: Iostat, count: number): Iostat {
  const first = iostat.firstReportSinceBoot ? 1 : 0
  const last = (values: readonly number[]): number[] => [
    ...values.slice(0, first),
    ...values.slice(Math.max(first, values.length - count)),
  ]
  const columns = (of: Record<string, number[]>) =>
    Object.fromEntries(Object.entries(of).map(([column, values]) => [column, last(values)]))
  return {
    ...iostat,
    devices: Object.fromEntries(Object.entries(iostat.devices).map(([device, of]) => [device, columns(of)])),
    cpu: columns(iostat.cpu),
  }
}
