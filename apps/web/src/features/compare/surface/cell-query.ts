import { type CellRef, cellAt } from './cell-ref.ts'
import type { LoadedGrid } from './grid-store.ts'

/** Input of the procedure that finds the results behind a cell. */
export type CellQuery = { runIds: string[]; test: string; clients?: string; params?: Record<string, string> }

/** The api accepts at most this many runs per request. */
const MAX_RUNS_PER_QUERY = 100

/** Returns the query of a cell from its axes; null when it is empty or when no axis has the test. */
export function cellQuery(loaded: LoadedGrid, cellRef: CellRef): CellQuery | null {
  const at = cellAt(loaded.grid, cellRef)
  const coordinates = cellCoordinates(loaded, cellRef)
  if (at === null || coordinates === null) return null
  const test = coordinates.get('test')
  const runIds = at.cell.runIds.slice(0, MAX_RUNS_PER_QUERY)
  if (!test || runIds.length === 0) return null
  const clients = coordinates.get('clients')
  const params = [...coordinates].flatMap(([name, value]) =>
    name.startsWith('param:') && value !== '' ? [[name.slice('param:'.length), value] as const] : [],
  )
  return {
    runIds,
    test,
    ...(clients ? { clients } : {}),
    ...(params.length === 0 ? {} : { params: Object.fromEntries(params) }),
  }
}

/**
 * Returns the values of dimensions that the axes, and the filters with one value, set for a cell; null outside the
 * tables.
 */
export function cellCoordinates({ grid, comparison }: LoadedGrid, cellRef: CellRef): Map<string, string> | null {
  const at = cellAt(grid, cellRef)
  if (at === null) return null
  const coordinates = new Map<string, string>()
  for (const [name, values] of Object.entries(comparison.filters)) {
    const [only, ...others] = values ?? []
    if (only !== undefined && others.length === 0) coordinates.set(name, only)
  }
  const axes = [
    [comparison.tables, at.table.key.values],
    [grid.rowDimensions, at.row.values],
    [grid.columnDimensions, at.column.values],
  ] as const
  for (const [dimensions, values] of axes) {
    for (const [index, dimension] of dimensions.entries()) coordinates.set(dimension, values[index] ?? '')
  }
  return coordinates
}
