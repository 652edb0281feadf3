import type { CellRef } from '@assay/domain/compare/tldr/tldr'

/** The query parameter that names a cell, `table.row.column`, as `chart` names a row. */
export const CELL_PARAMETER = 'cell'

/** The id of that cell on the page, so that the browser scrolls to it also without a script. */
export const CELL_ANCHOR = 'cell'

export const cellName = ({ table, row, column }: CellRef): string => `${table}.${row}.${column}`

export function parseCellRef(name: string | null): CellRef | null {
  const [, table, row, column] = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(name ?? '') ?? []
  if (table === undefined || row === undefined || column === undefined) return null
  return { table: Number(table), row: Number(row), column: Number(column) }
}

/** Returns the address of a cell on the page at `address`, which already has a query. */
export const cellHref =
  (address: string) =>
  (cellRef: CellRef): string =>
    `${address}&${CELL_PARAMETER}=${cellName(cellRef)}#${CELL_ANCHOR}`
