import type { Cell, GridTables } from '../grid.ts'
import { rowsOf } from '../tldr/tldr-blocks.ts'

/** Identifies a cell by its axis values instead of its position. */
export type Address = { table: readonly string[]; row: readonly string[]; column: readonly string[]; metric: string }

/**
 * Finds a cell by the values of its axes, because two grids may order rows differently. A table shows the name of the
 * metric that `primary` resolved to, so tables are identified by the order of the requested metrics.
 */
export function cellFinder(
  grid: Pick<GridTables, 'tables'>,
  metrics: readonly string[],
): (address: Address) => Cell | null {
  const key = keysOnce()
  const tables = new Map(
    grid.tables
      .filter(({ isSubstitute }) => isSubstitute !== true)
      .map((table, i) => {
        const rows = new Map(rowsOf(table).map(({ values, cells }) => [key(values), cells]))
        const columns = new Map(table.columns.map(({ values }, column) => [key(values), column]))
        return [tableKey(key(table.key.values), metrics[i % metrics.length] ?? ''), { rows, columns }]
      }),
  )
  return ({ table, row, column, metric }) => {
    const found = tables.get(tableKey(key(table), metric))
    return found?.rows.get(key(row))?.[found.columns.get(key(column)) ?? -1] ?? null
  }
}

const tableKey = (table: string, metric: string) => `${table} ${metric}`

/** Computes the key of each list once, because a cell is looked up in the tables of many metrics. */
function keysOnce(): (values: readonly string[]) => string {
  const keys = new WeakMap<readonly string[], string>()
  return (values) => {
    const known = keys.get(values)
    if (known !== undefined) return known
    const key = JSON.stringify(values)
    keys.set(values, key)
    return key
  }
}
