import type { Iostat } from './iostat.ts'

export type IostatMeans = {
  device: string
  samples: number
  readsPerSecond: number
  /** KiB per second, independent of the unit in the header. */
  readKbPerSecond: number
  writesPerSecond: number
  writeKbPerSecond: number
}

/** KB in one unit of the column: MB with -m, sectors of 512 bytes without -k and -m in old releases. */
const KB_PER_UNIT = { 'kB/s': 1, 'MB/s': 1024, 'sec/s': 0.5 } as const

/**
 * Arithmetic means of one device, without the report since boot.
 *
 * @returns null without a sample of the device, or when the layout has no r/s and w/s (iostat without -x).
 */
export function averageIostat(iostat: Iostat, device: string): IostatMeans | null {
  return means(iostat, { device, skip: iostat.firstReportSinceBoot ? 1 : 0 })
}

/** Means of one device as the archive computes them: over every report of the file. */
export function averageIostatAsPublished(iostat: Iostat, device: string): IostatMeans | null {
  return means(iostat, { device, skip: 0 })
}

/** KB/s of a direction, r or w, one value per report; null when the layout does not state it. */
export function kbPerSecond(
  iostat: Iostat,
  { device, direction }: { device: string; direction: 'r' | 'w' },
): number[] | null {
  const columns = columnsOf(iostat, device)
  for (const [unit, kb] of Object.entries(KB_PER_UNIT)) {
    const values = columns?.[`${direction}${unit}`]
    if (values !== undefined) return values.map((value) => value * kb)
  }
  return null
}

function means(iostat: Iostat, { device, skip }: { device: string; skip: number }): IostatMeans | null {
  const columns = columnsOf(iostat, device)
  const series = {
    reads: columns?.['r/s'],
    readKb: kbPerSecond(iostat, { device, direction: 'r' }),
    writes: columns?.['w/s'],
    writeKb: kbPerSecond(iostat, { device, direction: 'w' }),
  }
  const { reads, readKb, writes, writeKb } = series
  if (!reads || !readKb || !writes || !writeKb) return null
  const samples = reads.length - skip
  if (samples <= 0) return null
  const mean = (values: readonly number[]) => values.slice(skip).reduce((sum, value) => sum + value, 0) / samples
  return {
    device,
    samples,
    readsPerSecond: mean(reads),
    readKbPerSecond: mean(readKb),
    writesPerSecond: mean(writes),
    writeKbPerSecond: mean(writeKb),
  }
}

function columnsOf({ devices }: Iostat, device: string): Record<string, number[]> | undefined {
  return Object.hasOwn(devices, device) ? devices[device] : undefined
}
