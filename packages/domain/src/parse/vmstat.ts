import type { Parsed } from './problem.ts'

/** What `vmstat N` printed, by column name: 17 or 18 columns, narrow, wide or with timestamps. */
export type Vmstat = {
  /** Column names in order, without the timestamp. */
  columns: string[]
  /** One array per column, all of one length; the first line (mean since boot) is not in them. */
  samples: Record<string, number[]>
  /** The first line of values, a mean since the machine booted. */
  sinceBoot: Record<string, number> | null
  /** Times of the samples as printed by -t; null without. */
  timestamps: string[] | null
  /** Header pairs in the file; the archive's arithmetic counts all but the first as a sample of zeros. */
  headerPairs: number
  /** The last line was cut off and left out. */
  lastLineCut: boolean
}

export type VmstatMeans = {
  samples: number
  contextSwitchesPerSecond: number
  /** Percent of all CPUs. */
  userPercent: number
  systemPercent: number
  idlePercent: number
  waitPercent: number
  /** null where the column does not exist. */
  stealPercent: number | null
}

export function parseVmstat(text: string, file: string): Parsed<Vmstat> {
  void text
  return { value: null, problems: [{ file, message: 'not yet read' }] }
}

/** Arithmetic means of the samples, the since-boot line left out; null without a sample. */
export function averageVmstat(vmstat: Vmstat): VmstatMeans | null {
  void vmstat
  return null
}

/**
 * Means as the archive takes them (FORMATS 4, known error): the since-boot line counts as a sample, and every header
 * pair but the first as a sample of zeros.
 */
export function averageVmstatAsPublished(vmstat: Vmstat): VmstatMeans | null {
  void vmstat
  return null
}
