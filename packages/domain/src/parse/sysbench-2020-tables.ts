import type { Parsed } from './problem.ts'
import type { TableCell } from './table-cell.ts'

export type Sysbench2020Row = {
  line: number
  /** As written, `x.my8022.x6d.pk1`; null where the table leaves it out (o.sum.rx.rel). */
  server: string | null
  /** One per client count, in the order in which they were tested; the counts themselves are not in the file. */
  cells: readonly TableCell[]
  /** QPS at the last client count, which o.sum.rx.rel adds behind the ratios. */
  lastQps: number | null
  /** The label that sb.r files carry, `rocksdb point-query.warm range=100`. */
  label: string | null
}

/** One test: a heading like a file name, then a row per server. */
export type Sysbench2020Block = { line: number; heading: string; rows: readonly Sysbench2020Row[] }

export type Sysbench2020Table = { kind: 'absolute' | 'relative'; blocks: readonly Sysbench2020Block[] }

/**
 * The tables of the Dec 2020 sets (FORMATS.md section 3): o.qps.abs, o.qps.rel, o.sum.rx.abs, o.sum.rx.rel. Relative
 * tables leave the base out: its label is the first row of the absolute table beside it.
 */
export function parseSysbench2020Table(_text: string, _file: string): Parsed<Sysbench2020Table> {
  return { value: null, problems: [] }
}
