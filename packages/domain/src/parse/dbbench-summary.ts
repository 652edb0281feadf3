import type { DbBenchRow } from './dbbench-report.ts'
import type { Parsed } from './problem.ts'

/** `path` is the report.tsv that the row comes from; null when the file does not say, or not surely. */
export type DbBenchSummaryRow = DbBenchRow & { path: string | null }

export type DbBenchBlock = {
  line: number
  rows: readonly DbBenchSummaryRow[]
  /** The ratio line that closes a block of the Aug 2023 files. */
  ratio: number | null
  /** The line that closes a block of a .sdev file: of ops/s, population sigma. */
  deviation: { mean: number; stddev: number; relative: number } | null
}

export type DbBenchSummary = {
  /** The list at the top, in its order; empty in most files. */
  paths: readonly string[]
  blocks: readonly DbBenchBlock[]
}

/** Concatenated report rows: sum.*.txt, sum2.*.txt, summary.tsv, .sdev (FORMATS.md section 9). */
export function parseDbBenchSummary(_text: string, _file: string): Parsed<DbBenchSummary> {
  return { value: null, problems: [] }
}
