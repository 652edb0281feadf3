import type { Parsed } from './problem.ts'
import type { TableCell } from './table-cell.ts'

export type ResultLine = {
  line: number
  /** What the file name says it holds, by its name in run/metric.ts: queries/s, transactions/s or milliseconds. */
  metric: 'qps' | 'tps' | 'latency_ms_avg' | 'latency_ms_max' | 'latency_ms_p95'
  /** The engine: rocksdb, innodb, pgsql. Not the driver of sysbench. */
  engine: string
  /** With the suffix of the step: `point-query.pre`. */
  test: string
  range: number
  /**
   * One per client count, in the order in which they were tested. Empty when the step failed; shorter than the list
   * of client counts when some failed, and then nothing says which.
   */
  cells: readonly TableCell[]
}

/** sb.r.qps, sb.r.trx, sb.r.rtavg, sb.r.rtmax and sb.r.rt95 files (FORMATS.md section 2). */
export function parseResultLines(_text: string, _file: string): Parsed<readonly ResultLine[]> {
  return { value: null, problems: [] }
}
