import { kbPerSecond } from './average-iostat.ts'
import type { Iostat } from './iostat.ts'

export type ChosenDevice = { device: string; why: string }

/**
 * Chooses the device whose traffic represents the storage of a server. Summing devices would count software RAID twice,
 * because an md or dm device and its members list the same requests.
 *
 * The order is: the device that the user named; the busiest md or dm device, if it carries at least half of the traffic
 * of the busiest disk (otherwise the database is not on it); the busiest disk. Memory, loop and optical devices are
 * never chosen.
 *
 * @param reports all iostat outputs of one server, because a quiet step alone does not show where the database is.
 * @param explicit a device that the user named; the result is null when no report lists it.
 * @returns null when no device is left, or when several are listed and none has traffic.
 */
export function chooseDevice(reports: readonly Iostat[], explicit?: string): ChosenDevice | null {
  if (explicit !== undefined) {
    const isListed = reports.some(({ devices }) => Object.hasOwn(devices, explicit))
    return isListed ? { device: explicit, why: 'named' } : null
  }
  const traffic = trafficByDevice(reports)
  if (traffic.size === 1) return [...traffic.keys()].map((device) => ({ device, why: 'the only device' }))[0] ?? null
  const disk = busiest(traffic, (device) => !isCombined(device))
  const combined = busiest(traffic, isCombined)
  if (combined !== null && combined.kb > 0 && combined.kb >= (disk?.kb ?? 0) / 2) {
    return { device: combined.device, why: 'the busiest device that combines others' }
  }
  return disk === null || disk.kb === 0 ? null : { device: disk.device, why: 'the busiest disk' }
}

const isIgnored = (device: string) => /^(?:loop|ram|zram|sr|fd)\d+$/.test(device)
const isCombined = (device: string) => /^(?:md|dm-)/.test(device)

/** Sum of KB read and written by device. Discards are not counted. */
function trafficByDevice(reports: readonly Iostat[]): Map<string, number> {
  const traffic = new Map<string, number>()
  for (const report of reports) {
    for (const device of Object.keys(report.devices)) {
      if (isIgnored(device)) continue
      const kb = [
        ...(kbPerSecond(report, { device, direction: 'r' }) ?? []),
        ...(kbPerSecond(report, { device, direction: 'w' }) ?? []),
      ]
      // The mean since boot describes the time before this run, so it is subtracted.
      const sum = kb.reduce((total, value) => total + value, 0) - sinceBoot(report, kb)
      traffic.set(device, (traffic.get(device) ?? 0) + sum)
    }
  }
  return traffic
}

function sinceBoot({ firstReportSinceBoot }: Iostat, kb: readonly number[]): number {
  return firstReportSinceBoot ? (kb[0] ?? 0) + (kb[kb.length / 2] ?? 0) : 0
}

/** The device with the most traffic; the first of equal ones, so that a partition does not win over its disk. */
function busiest(
  traffic: ReadonlyMap<string, number>,
  wanted: (device: string) => boolean,
): { device: string; kb: number } | null {
  let best: { device: string; kb: number } | null = null
  for (const [device, kb] of traffic) if (wanted(device) && (best === null || kb > best.kb)) best = { device, kb }
  return best
}
