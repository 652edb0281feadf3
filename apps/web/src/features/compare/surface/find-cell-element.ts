import type { CellRef } from './cell-ref.ts'

/** Returns the position of the table cell that contains an element; null outside the cells of a comparison. */
export function findCell(target: EventTarget | null): { link: HTMLAnchorElement; cellRef: CellRef } | null {
  const link = target instanceof Element ? target.closest('a') : null
  const cell = link?.closest('td')
  const row = cell?.closest<HTMLElement>('tr[data-row]')
  const table = row?.closest<HTMLElement>('table[data-table]')
  if (!link || !cell || !row || !table) return null
  // Without a number of its own a cell is at its position; the first cell of a row contains its name.
  const column = cell.dataset.column === undefined ? cell.cellIndex - 1 : Number(cell.dataset.column)
  return {
    link,
    cellRef: { table: Number(table.dataset.table), row: Number(row.dataset.row), column },
  }
}

/** Returns the link in the cell with that name, `table.row.column`; null when the page does not show it. */
export function findCellByName(root: Element, name: string): HTMLAnchorElement | null {
  const [table = '', row = '', column = ''] = name.split('.').map((part) => String(Number(part)))
  const line = root.querySelector<HTMLTableRowElement>(`table[data-table="${table}"] tr[data-row="${row}"]`)
  const numbered = line?.querySelector(`td[data-column="${column}"]`)
  return (numbered ?? line?.cells[Number(column) + 1])?.querySelector('a') ?? null
}
