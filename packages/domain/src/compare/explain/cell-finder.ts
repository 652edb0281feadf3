import type { Cell, GridTables } from '../grid.ts'
import { rowsOf } from '../tldr/tldr-blocks.ts'

/** Identifies a cell by its axis values instead of its position. */
export type Address = { table: readonly string[]; row: readonly string[]; column: readonly string[]; metric: string }

/**
 * Finds a cell by the values of its axes, because two grids may order rows differently. A table shows the name of the
 * metric that `primary` resolved to, so tables are told apart by the order of the requested metrics.
 */
export function cellFinder(
  grid: Pick<GridTables, 'tables'>,
  metrics: readonly string[],
): (address: Address) => Cell | null {
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
