import type { Grid, GridTable } from '../grid.ts'

/** Maximum cells of a page, because more are slow to read and to load; exports contain all cells. */
export const MAX_CELLS = 6_000
export const MAX_COLUMNS = 200

/** A grid that fits on a page, and how many of its cells are left out. */
type LimitedGrid = { tables: readonly GridTable[]; shown: number; leftOut: number }

/** Returns the first rows and tables, up to the limit of the page. Tables are cut between rows. */
export function limitGrid(grid: Grid): LimitedGrid {
  const all = grid.tables.reduce((sum, table) => sum + cellsOf(table), 0)
  let room = MAX_CELLS
  const tables: GridTable[] = []
  for (const table of grid.tables) {
    if (room <= 0) break
    const fitted = cut(table, room)
    tables.push(fitted)
    room -= cellsOf(fitted)
  }
  const shown = tables.reduce((sum, table) => sum + cellsOf(table), 0)
  return { tables, shown, leftOut: all - shown }
}

function cut(table: GridTable, room: number): GridTable {
  if (cellsOf(table) <= room && table.columns.length <= MAX_COLUMNS) return table
  const columns = table.columns.slice(0, MAX_COLUMNS)
  let rowsLeft = Math.max(1, Math.floor(room / Math.max(1, columns.length)))
  const groups = table.groups.flatMap((group) => {
    const rows = group.rows.slice(0, rowsLeft)
    rowsLeft -= rows.length
    const cutRows = rows.map((row) => ({ ...row, cells: row.cells.slice(0, MAX_COLUMNS) }))
    return rows.length === 0 ? [] : [{ ...group, rows: cutRows, summaries: group.summaries.slice(0, MAX_COLUMNS) }]
  })
  return { ...table, columns, groups }
}

const cellsOf = (table: GridTable) =>
  table.columns.length * table.groups.reduce((sum, group) => sum + group.rows.length, 0)
