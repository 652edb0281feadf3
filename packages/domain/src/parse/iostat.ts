import type { Parsed } from './problem.ts'

/** What `iostat -x N` printed, in whichever layout its header names. */
export type Iostat = {
  /** From `(N CPU)` of the first line; null in one-device extracts. */
  cpus: number | null
  kernel: string | null
  /** Column names as the header prints them, without `Device`. */
  columns: string[]
  /** Per device in order of appearance: one array per column, one value per report that lists the device. */
  devices: Record<string, Record<string, number[]>>
  /** avg-cpu by column name without the percent sign (`user`, `iowait`), one value per report; empty in extracts. */
  cpu: Record<string, number[]>
  /** Reports in the file, the since-boot report included. */
  reports: number
  /** The first report is the mean since boot (no -y): it is in the arrays and left out of correct means. */
  firstReportSinceBoot: boolean
  /** The last line was cut off and left out. */
  lastLineCut: boolean
}

export type IostatMeans = {
  device: string
  samples: number
  readsPerSecond: number
  /** KB of 1024 bytes, whatever unit the header states. */
  readKbPerSecond: number
  writesPerSecond: number
  writeKbPerSecond: number
}

export function parseIostat(text: string, file: string): Parsed<Iostat> {
  void text
  return { value: null, problems: [{ file, message: 'not yet read' }] }
}

/** Arithmetic means of one device, the since-boot report left out; null when it has no sample. */
export function averageIostat(iostat: Iostat, device: string): IostatMeans | null {
  void iostat
  void device
  return null
}

/** Means of one device as the archive takes them. */
export function averageIostatAsPublished(iostat: Iostat, device: string): IostatMeans | null {
  void iostat
  void device
  return null
}
