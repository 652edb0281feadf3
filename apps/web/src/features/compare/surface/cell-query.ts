import type { GridFacts } from '../table/grid-facts.ts'

/** A cell by its place on the page: table, row counted through groups, column. */
export type CellPlace = { table: number; row: number; column: number }

/** What the api needs to find the results behind a cell. */
export type CellQuery = { runIds: string[]; test: string; clients?: string; params?: Record<string, string> }

/** The api answers for this many runs at a time. */
const MOST_RUNS = 100

/** Coordinates of a cell from the axes it stands on; null when it is empty or when no axis says which test it is. */
export function cellQuery(facts: GridFacts, place: CellPlace): CellQuery | null {
  const table = facts.tables[place.table]
  const row = table?.rows[place.row]
  const column = table?.columns[place.column]
  const cell = row?.cells[place.column]
  if (table === undefined || row === undefined || column === undefined || cell === undefined) return null
  const coordinates = new Map<string, string | undefined>(Object.entries(facts.fixed))
  const axes = [
    [facts.dimensions.tables, table.values],
    [facts.dimensions.rows, row.values],
    [facts.dimensions.columns, column.values],
  ] as const
  for (const [dimensions, values] of axes) {
    for (const [index, dimension] of dimensions.entries()) coordinates.set(dimension, values[index] ?? '')
  }
  const test = coordinates.get('test')
  const runs = cell[8].flatMap((index) => facts.runIds[index] ?? []).slice(0, MOST_RUNS)
  if (test === undefined || test === '' || runs.length === 0) return null
  const clients = coordinates.get('clients')
  const params = [...coordinates].flatMap(([name, value]) =>
    name.startsWith('param:') && value ? [[name.slice('param:'.length), value] as const] : [],
  )
  return {
    runIds: runs,
    test,
    ...(clients === undefined || clients === '' ? {} : { clients }),
    ...(params.length === 0 ? {} : { params: Object.fromEntries(params) }),
  }
}

/** The cell that this one is divided by, when it is on the page: same row in a base column, or same column in a base row. */
export function basePlace(facts: GridFacts, place: CellPlace): CellPlace | null {
  const table = facts.tables[place.table]
  if (table === undefined) return null
  const column = table.columns.findIndex(({ isBase }) => isBase)
  if (column >= 0) return { ...place, column }
  const row = table.rows.findIndex(({ isBase }) => isBase)
  return row >= 0 ? { ...place, row } : null
}
