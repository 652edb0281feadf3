import type { Cell, GridTable } from '../grid.ts'
import type { PageGrid } from './page-grid.ts'

/** The page with what its tables draw, and without the estimates and repeats that only the details of a cell show. */
export const drawnPage = (page: PageGrid): PageGrid => ({
  ...page,
  grid: { ...page.grid, tables: page.grid.tables.map(drawnTable) },
})

const drawnTable = (table: GridTable): GridTable => ({
  ...table,
  groups: table.groups.map((group) => ({
    ...group,
    rows: group.rows.map((row) => ({ ...row, cells: row.cells.map(drawnCell) })),
  })),
})

const drawnCell = (cell: Cell): Cell => ({
  ...cell,
  ...{ baseValue: null, min: null, max: null, repeats: 1, runIds: cell.runIds.slice(0, 1) },
  verdict: cell.verdict === null ? null : { ...cell.verdict, ...NO_ESTIMATES },
})

const NO_ESTIMATES = {
  interval: null,
  repeatsNeeded: null,
  medians: null,
  p: null,
  q: null,
  rankP: null,
  noise: null,
} as const
