import type { Cell, Grid, GridColumn, GridRow, GridTable } from '@assay/domain/compare/grid'

/** Position of a cell on the page: table, row counted through groups, column. */
export type CellRef = { table: number; row: number; column: number }

export type CellAt = { table: GridTable; row: GridRow; column: GridColumn; cell: Cell }

/** The rows of a table in display order. */
export const rowsOf = (table: GridTable): GridRow[] => table.groups.flatMap(({ rows }) => rows)

/** Returns the row, column and cell at a position; null outside the tables. */
export function cellAt({ tables }: Grid, cellRef: CellRef): CellAt | null {
  const table = tables[cellRef.table]
  const row = table && rowsOf(table)[cellRef.row]
  const column = table?.columns[cellRef.column]
  const cell = row?.cells[cellRef.column]
  return table && row && column && cell ? { table, row, column, cell } : null
}

/**
 * Returns the baseline cell of this one when it is on the page: the same row in a base column, or the same column in a
 * base row.
 */
export function baseCellRef({ tables }: Grid, cellRef: CellRef): CellRef | null {
  const table = tables[cellRef.table]
  if (table === undefined) return null
  const column = table.columns.findIndex(({ isBase }) => isBase)
  if (column >= 0) return column === cellRef.column ? null : { ...cellRef, column }
  const row = rowsOf(table).findIndex(({ isBase }) => isBase)
  return row < 0 || row === cellRef.row ? null : { ...cellRef, row }
}
