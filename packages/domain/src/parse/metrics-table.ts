import type { Parsed } from './problem.ts'
import type { TableCell } from './table-cell.ts'

export type MetricsRow = {
  line: number
  /** As written: `x.pg180_o2nofp.x10b_c32r128.pk1`, `pg180_48u` in scale-up tables. */
  server: string
  /** One per name of `metricNames`. */
  cells: readonly TableCell[]
}

/** One step: a row per server, then ratios to the first of them (which is left out there). */
export type MetricsBlock = {
  line: number
  /** The file name of the step, `sb.met.point-query.range100.pk1.dop40`. */
  step: string
  /** Scale-up tables only: the files behind the two servers. */
  bases: { base1: string; base2: string } | null
  /** As the header names them, in its order, from `cpu/o` to `o/s`. Units: FORMATS.md section 4. */
  metricNames: readonly string[]
  absolute: readonly MetricsRow[]
  relative: readonly MetricsRow[]
}

export type MetricsTable = { blocks: readonly MetricsBlock[] }

/** A table of vmstat and iostat metrics per operation, o.met.* (FORMATS.md section 4), of any age. */
export function parseMetricsTable(_text: string, _file: string): Parsed<MetricsTable> {
  return { value: null, problems: [] }
}
