import type { Parsed } from './problem.ts'
import type { TableCell } from './table-cell.ts'

/** One server of a table. In a relative table col-1 is the SECOND server, because the base is not a column. */
export type QpsColumn = {
  /** The server as written: `x.pg176_o2nofp.x10a_c32r128.pk1`, or spelled out, `18.0 with the x10b config`. */
  label: string
  /** Where the file declares it; null when the caller supplied it. */
  line: number | null
}

export type QpsRow = {
  line: number
  /** As written: `hot-points_range=100`; tables edited by hand drop the `_range=N` part, which is not put back. */
  test: string
  /** One per column, in the order of the columns. */
  cells: readonly TableCell[]
  /** What a hand wrote behind the test, such as `-> 10.5.29, col7`; empty when nothing. */
  note: string
}

/** Rows under one heading. A table without headings is one section. */
export type QpsSection = {
  line: number
  /** As written, without the leading `- `: `point queries, first run`, `work_mem 1 MB`; null without one. */
  heading: string | null
  /** The group of tests that the heading names, `point queries`; null when it names none. */
  group: string | null
  /** 1 for `first run`, 2 for `second run`; null when the heading does not say. */
  repeat: number | null
  /** A setting that the heading names: `work_mem 1 MB`. */
  param: { name: string; value: string } | null
  rows: readonly QpsRow[]
}

export type QpsTable = {
  /** `absolute`: queries/s. `relative`: ratio to the base. */
  kind: 'absolute' | 'relative'
  /** The server that a relative table divides by, as written; null for absolute tables or when the file does not say. */
  base: QpsColumn | null
  columns: readonly QpsColumn[]
  sections: readonly QpsSection[]
  /** Lines before the table, as written. */
  prose: readonly string[]
}

/** What the file itself does not say: a .csv and `qps.readonly.all` have no column names. */
export type QpsTableContext = {
  /** Labels of the columns, in order, as the .tsv beside it declares them. */
  columns?: readonly string[]
  /** Label of the base of a relative table. */
  base?: string
}

/**
 * A table of QPS by test and server (FORMATS.md section 3): qps.abs, qps.rel, and their hand-made variants. The
 * layout follows from the content, not from the name.
 */
export function parseQpsTable(_text: string, _file: string, _context: QpsTableContext = {}): Parsed<QpsTable> {
  return { value: null, problems: [] }
}
