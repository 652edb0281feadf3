import type { Parsed } from './problem.ts'

/**
 * The published figures of one step (`sb.met.*`): by metric name without prefix, `r/s rMB/s w/s wMB/s r/o rKB/o wKB/o
 * o/s cs/s cpu/s cs/o cpu/o`. They are the archive's arithmetic, so they are stored under AS_PUBLISHED_PREFIX.
 */
export type SysbenchMetrics = {
  /** Samples that iostat and vmstat means were taken over, as counted by the archive. */
  iostatSamples: number | null
  vmstatSamples: number | null
  /** o/s of the file: QPS of the step, rows/s for the load. */
  operationsPerSecond: number | null
  /** By metric name with the as-published prefix, without o/s. */
  values: Record<string, number>
}

export function parseSysbenchMetrics(text: string, file: string): Parsed<SysbenchMetrics> {
  void text
  return { value: null, problems: [{ file, message: 'not yet read' }] }
}
