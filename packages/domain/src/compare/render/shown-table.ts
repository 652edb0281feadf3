import { formatAbsolute, formatRatio } from '../format-cell.ts'
import type { Cell, Grid, GridColumn, GridTable } from '../grid.ts'
import { absoluteDigits } from './absolute-digits.ts'

/** The content of one table: values or ratios. `both` makes one table of each. */
export type View = 'absolute' | 'relative'

export const viewsOf = (grid: Grid): readonly View[] => (grid.show === 'both' ? ['absolute', 'relative'] : [grid.show])

/** The parts of key and metric that distinguish a table from the others; empty for a single table. */
export function tableTitle(grid: Grid, { key, metric, unit }: GridTable): string {
  const severalMetrics = new Set(grid.tables.map((table) => table.metric)).size > 1
  const named = unit === '' ? metric : `${metric} (${unit})`
  return [key.label, severalMetrics ? named : ''].filter((part) => part !== '').join(', ')
}

/** Returns the formatter of a table's cells. Each metric has the same decimals in all of its cells. */
export function cellFormatter(table: GridTable): (cell: Cell, view: View) => string {
  const digits = tableDigits(table)
  return (cell, view) =>
    view === 'relative' ? formatRatio(cell.ratio) : formatAbsolute(cell.value, digits(cell.metric))
}

/** Returns the number of decimals of the absolute values in a table, by metric. */
export function tableDigits({ groups, columns }: GridTable): (metric: string) => number {
  const all = groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))
  const usual = absoluteDigits(all)
  const own = new Map(columns.flatMap(({ digits, values }) => (digits === undefined ? [] : [[values[0], digits]])))
  return (metric) => own.get(metric) ?? usual(metric)
}

/**
 * Columns that are printed. A table of ratios omits the base if it is the first column, which would be 1.00 in all
 * rows, unless other columns have another base.
 */
export function printedColumns({ columns }: GridTable, view: View): { column: GridColumn; index: number }[] {
  const all = columns.map((column, index) => ({ column, index }))
  const baseIsFirstOnly = columns.length > 1 && columns.every(({ isBase }, index) => isBase === (index === 0))
  return view === 'relative' && baseIsFirstOnly ? all.slice(1) : all
}
