import type { UploadSamples } from '../run/upload-document.ts'
import { kbPerSecond } from './iostat/average-iostat.ts'
import type { Iostat } from './iostat/iostat.ts'
import type { Vmstat } from './vmstat/vmstat.ts'

/** The interval cannot be inferred from fewer samples. */
const MIN_SAMPLES = 10
/** A sampler starts and stops up to a second before or after the benchmark. */
const LOOSE_ENDS_SECONDS = 2

/** The start and the interval of a series of samples. */
export type SampleTimes = { intervalSeconds: number; startSeconds: number }

/**
 * The times of `count` samples during a benchmark that measured for `elapsedSeconds`.
 *
 * @param sampleSeconds the interval, when sampling is known to have lasted until the benchmark ended; the last sample
 * is
 *   then at its end. Otherwise the interval is one second when there are as many samples as seconds, which is how
 *   vmstat
 *   and iostat are usually called, and the result is null when there are not, because neither prints its interval.
 */
export function sampleTimes(
  count: number,
  { sampleSeconds, elapsedSeconds }: { sampleSeconds: number | undefined; elapsedSeconds: number | undefined },
): SampleTimes | null {
  if (sampleSeconds !== undefined) {
    const whole = elapsedSeconds === undefined ? count : Math.floor(elapsedSeconds / sampleSeconds)
    return { intervalSeconds: sampleSeconds, startSeconds: (Math.max(0, whole - count) + 1) * sampleSeconds }
  }
  if (elapsedSeconds === undefined || count < MIN_SAMPLES) return null
  return Math.abs(count - elapsedSeconds) <= LOOSE_ENDS_SECONDS ? { intervalSeconds: 1, startSeconds: 1 } : null
}

/** The samples as series of an upload, each value over the interval that ends with it. */
export function companionSamples(
  { vmstat, iostat, device }: { vmstat: Vmstat | null; iostat: Iostat | null; device: string | null },
  timesOf: (count: number) => SampleTimes | null,
): UploadSamples[] {
  const series: Record<string, (number | null)[]> = {
    ...(vmstat === null ? {} : ofVmstat(vmstat)),
    ...ofDevice(iostat, device),
  }
  return Object.entries(series).flatMap(([metric, values]) => {
    const times = timesOf(values.length)
    return values.length === 0 || times === null ? [] : [{ metric, ...times, values }]
  })
}

function ofVmstat({ samples, gaps }: Vmstat): Record<string, (number | null)[]> {
  const { us = [], sy = [], cs = [] } = samples
  const used = us.map((user, i) => user + (sy[i] ?? 0)) // All columns have the same length.
  return { 'cpu/s': withGaps(used, gaps), ...(cs.length === 0 ? {} : { 'cs/s': withGaps(cs, gaps) }) }
}

function ofDevice(iostat: Iostat | null, device: string | null): Record<string, (number | null)[]> {
  if (iostat === null || device === null || !Object.hasOwn(iostat.devices, device)) return {}
  const columns = iostat.devices[device] ?? {}
  const mib = (direction: 'r' | 'w') => kbPerSecond(iostat, { device, direction })?.map((kb) => kb / 1024)
  const series = { 'r/s': columns['r/s'], 'rMB/s': mib('r'), 'w/s': columns['w/s'], 'wMB/s': mib('w') }
  const first = iostat.firstReportSinceBoot ? 1 : 0
  return Object.fromEntries(
    Object.entries(series).flatMap(([metric, values]) =>
      values == null ? [] : [[metric, withGaps(values, iostat.gaps[device] ?? []).slice(first)]],
    ),
  )
}

/** The readable samples, with null at the position of each unreadable line. */
function withGaps(values: readonly number[], gaps: readonly number[]): (number | null)[] {
  const missing = new Set(gaps)
  const all: (number | null)[] = []
  for (const value of values) {
    while (missing.has(all.length)) all.push(null)
    all.push(value)
  }
  while (missing.has(all.length)) all.push(null)
  return all
}
