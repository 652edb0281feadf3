import type { Parsed } from './problem.ts'
import type { TableCell } from './table-cell.ts'

export type DbBenchDerivedRow = { line: number; test: string; cells: readonly TableCell[] }

export type DbBenchDerived = {
  /** Decided by the values, not by the name: ops/s are whole numbers, ratios have two decimals. */
  kind: 'absolute' | 'relative'
  /**
   * Versions as the header names them; null without a header (nov23). Two may be equal: another compiler or cache.
   */
  versions: readonly string[] | null
  /** True when the first column is the base itself, all 1.00. */
  baseIncluded: boolean
  rows: readonly DbBenchDerivedRow[]
}

/** Tables made from sum.*.txt (FORMATS.md section 10): csum, sum.abs0, fmt, abs, rel2. For checking, not for import. */
export function parseDbBenchDerived(_text: string, _file: string): Parsed<DbBenchDerived> {
  return { value: null, problems: [] }
}
