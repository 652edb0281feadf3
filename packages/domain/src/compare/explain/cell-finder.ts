import type { Cell, Grid } from '../grid.ts'
import { rowsOf } from '../tldr/blocks.ts'

/** Where a cell is by what it shows rather than by its place. */
export type Address = { table: readonly string[]; row: readonly string[]; column: readonly string[]; metric: string }

/**
 * Finds a cell by the values of its axes: rows of two grids need not stand in the same order. A table shows the name of
 * the metric that `primary` meant, so that tables are told apart by the order in which the metrics were asked for.
 */
export function cellFinder(grid: Grid, metrics: readonly string[]): (address: Address) => Cell | null {
  const tables = new Map(
    grid.tables
      .filter(({ isSubstitute }) => isSubstitute !== true)
      .map((table, i) => {
        const rows = new Map(rowsOf(table).map(({ values, cells }) => [key(values), cells]))
        const columns = new Map(table.columns.map(({ values }, column) => [key(values), column]))
        return [key([...table.key.values, metrics[i % metrics.length] ?? '']), { rows, columns }]
      }),
  )
  return ({ table, row, column, metric }) => {
    const found = tables.get(key([...table, metric]))
    return found?.rows.get(key(row))?.[found.columns.get(key(column)) ?? -1] ?? null
  }
}

const key = (values: readonly string[]) => JSON.stringify(values)
