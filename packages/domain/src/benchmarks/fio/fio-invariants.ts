import type { FioDirection } from './fio-case.ts'

/** Relative tolerance: two printed figures may each be rounded at their third digit. */
export const ROUNDING = 0.01

/**
 * Checks the invariants of one direction of a job: IOPS × run time = requests issued, the mean is at most the maximum,
 * and percentiles do not decrease and do not exceed the maximum.
 *
 * @returns the contradiction in words; null for consistent figures.
 */
export function fioContradiction(name: string, direction: FioDirection): string | null {
  const { iops, ios, runtimeMs, meanUs, maxUs, percentilesUs } = direction
  if (ios !== null && runtimeMs > 0 && !isClose(iops, (ios * 1_000) / runtimeMs)) {
    return `${name} IOPS are ${iops}, but it issued ${ios} in ${runtimeMs} msec`
  }
  if (meanUs !== null && maxUs !== null && meanUs > maxUs * (1 + ROUNDING)) {
    return `the mean latency of ${name} is ${meanUs} us, more than its maximum ${maxUs} us`
  }
  const wrongBins = contradictoryBins(direction)
  if (wrongBins !== null) return `the bins of ${name} ${wrongBins}`
  const ranks = Object.keys(percentilesUs).toSorted((a, b) => Number(a) - Number(b))
  const falling = ranks.find((rank, i) => (percentilesUs[ranks[i - 1] ?? rank] ?? 0) > (percentilesUs[rank] ?? 0))
  return falling === undefined ? null : `the ${falling}th percentile of ${name} is below the one before it`
}

/** With few requests the rate is coarse, so a difference of one request is accepted. */
const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(1, ROUNDING * Math.max(a, b))

/** Half of a bin: fio divides each power of two into 64 bins and prints their middles. */
const BIN = 1 / 64

function contradictoryBins({ bins, ios, maxUs }: FioDirection): string | null {
  if (bins === null) return null
  const counted = bins.reduce((sum, [, count]) => sum + count, 0)
  if (ios !== null && counted !== ios) return `count ${counted} requests, but it issued ${ios}`
  const greatest = Math.max(0, ...bins.map(([nanoseconds]) => nanoseconds)) / 1_000
  if (maxUs === null || greatest <= maxUs * (1 + BIN)) return null
  return `hold a latency of ${greatest} us, above the maximum ${maxUs} us`
}
