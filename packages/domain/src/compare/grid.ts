import type { Better } from '../run/metric.ts'
import type { DimensionName } from './dimension.ts'
import type { Footnote } from './point.ts'
import type { CellVerdict, VerdictCounts } from './verdict/verdict.ts'
import type { NotShown } from './warnings/not-shown.ts'

/** Band of a ratio (or of a value in its column); `none` without a direction or value. */
export type Band = 'worse' | 'neutral' | 'better' | 'none'

/** One cell with all that a format needs. Absent values are null, never 0. */
export type Cell = {
  /** The value, aggregated over repeats; null when there is no result. */
  value: number | null
  baseValue: number | null
  /** value / baseValue; null when either is missing or the base is 0. */
  ratio: number | null
  /** True for the cells of the base itself. */
  isBase: boolean
  /** Number of values behind `value`. */
  repeats: number
  min: number | null
  max: number | null
  metric: string
  unit: string
  better: Better
  band: Band
  /** The verdict on the ratio; null without a ratio to judge, or when a validity flag excludes the result. */
  verdict: CellVerdict | null
  footnotes: readonly Footnote[]
  /** The newest run first. */
  runIds: readonly string[]
}

/** One row or column: its dimension values in the order of the axis, and their label. */
export type AxisKey = { values: readonly string[]; label: string }

export type GridRow = AxisKey & { group: string | null; isBase: boolean; cells: readonly Cell[] }
/** `note` is shown with the label: the unit of the values if columns differ in it, or the target as the divisor. */
export type GridColumn = AxisKey & {
  isBase: boolean
  note?: string
  /** Number of decimals, if it differs from the default of the metric. */
  digits?: number
}

/** Ratios of one group in one column: geometric mean, median and range; null when the group has none. */
export type GroupSummary = { count: number; geometricMean: number; median: number; min: number; max: number } | null

export type GridGroup = { name: string | null; rows: readonly GridRow[]; summaries: readonly GroupSummary[] }

export type GridTable = {
  /** Values of the table dimensions; empty for a single table. */
  key: AxisKey
  metric: string
  unit: string
  better: Better
  columns: readonly GridColumn[]
  groups: readonly GridGroup[]
  /** The base as text: "12.22 x10a_c32r128"; null without one. */
  baseLabel: string | null
  /** True for tables of a fallback metric, which follow all others. */
  isSubstitute?: boolean
}

/** A message above the table, such as: a dimension on no axis differs; averages are as published. */
export type GridWarning = { code: string; text: string }

/** The tables of a grid and the dimensions of their axes. */
export type GridTables = {
  rowDimensions: readonly DimensionName[]
  columnDimensions: readonly DimensionName[]
  tables: readonly GridTable[]
}

export type Grid = GridTables & {
  /** The content of the cells; `absolute` when there is no baseline. */
  show: 'absolute' | 'relative' | 'both'
  warnings: readonly GridWarning[]
  counts: {
    rows: number
    columns: number
    cells: number
    missing: number
    worse: number
    better: number
    hiddenRows: number
  }
  /** Results that no table shows, because they exceed the limit of one comparison; absent when all are shown. */
  notShown?: NotShown
  /** Counts over all tables, hidden rows included; null when no cell was judged. */
  verdicts: VerdictCounts | null
  /** Smallest change that is significant in a typical judged cell, as a share (smallest-detectable.ts). */
  smallestDetectable?: number | null
  /** True when the text table shows verdicts too. */
  verdictsInText: boolean
}
