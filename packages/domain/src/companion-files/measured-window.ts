import type { Iostat } from './iostat/iostat.ts'
import type { Vmstat } from './vmstat/vmstat.ts'

/** Output of vmstat and iostat during one test. */
export type CompanionOutput = { vmstat: Vmstat | null; iostat: Iostat | null }

/**
 * The samples within the measured part: the last `elapsedSeconds`, because samplers ran until the benchmark ended.
 * Connecting, vacuum and warm-up come before.
 *
 * @param sampleSeconds undefined when the times of the samples relative to the benchmark are unknown; all of them then
 *   count.
 */
export function measuredWindow(
  { vmstat, iostat }: CompanionOutput,
  { sampleSeconds, elapsedSeconds }: { sampleSeconds: number | undefined; elapsedSeconds: number | undefined },
): CompanionOutput {
  if (sampleSeconds === undefined || elapsedSeconds === undefined) return { vmstat, iostat }
  const count = Math.max(1, Math.floor(elapsedSeconds / sampleSeconds))
  return {
    vmstat: vmstat === null ? null : lastVmstatSamples(vmstat, count),
    iostat: iostat === null ? null : lastIostatReports(iostat, count),
  }
}

function lastVmstatSamples(vmstat: Vmstat, count: number): Vmstat {
  const total = (vmstat.samples.us ?? []).length + vmstat.gaps.length
  const from = Math.max(0, total - count)
  const gaps = vmstat.gaps.filter((position) => position >= from)
  const last = <T>(values: readonly T[]): T[] => values.slice(values.length - (total - from - gaps.length))
  return {
    ...vmstat,
    samples: Object.fromEntries(Object.entries(vmstat.samples).map(([column, values]) => [column, last(values)])),
    timestamps: vmstat.timestamps === null ? null : last(vmstat.timestamps),
    gaps: gaps.map((position) => position - from),
  }
}

/** A report since boot is kept, because it is identified by its position. */
function lastIostatReports(iostat: Iostat, count: number): Iostat {
  const first = iostat.firstReportSinceBoot ? 1 : 0
  const last = (values: readonly number[]): number[] => [
    ...values.slice(0, first),
    ...values.slice(Math.max(first, values.length - count)),
  ]
  const columns = (of: Record<string, number[]>, choose: typeof last) =>
    Object.fromEntries(Object.entries(of).map(([column, values]) => [column, choose(values)]))
  const windows = Object.entries(iostat.devices).map(([device, of]) => {
    const gaps = iostat.gaps[device] ?? []
    const readable = Object.values(of)[0]?.length ?? 0
    const from = Math.max(first, readable + gaps.length - count)
    const remaining = gaps.filter((position) => position >= from)
    const fromReadable = from - gaps.filter((position) => position < from).length
    const choose = (values: readonly number[]): number[] => [...values.slice(0, first), ...values.slice(fromReadable)]
    return { device, columns: columns(of, choose), gaps: remaining.map((position) => position - from + first) }
  })
  return {
    ...iostat,
    devices: Object.fromEntries(windows.map(({ device, columns: of }) => [device, of])),
    gaps: Object.fromEntries(windows.map(({ device, gaps }) => [device, gaps])),
    cpu: columns(iostat.cpu, last),
  }
}
