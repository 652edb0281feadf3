import type { CellPlace } from './cell-place.ts'

/** The place of the table cell that an element is in; null outside the cells of a comparison. */
export function findCell(target: EventTarget | null): { link: HTMLAnchorElement; place: CellPlace } | null {
  const link = target instanceof Element ? target.closest('a') : null
  const cell = link?.closest('td')
  const row = cell?.closest<HTMLElement>('tr[data-row]')
  const table = row?.closest<HTMLElement>('table[data-table]')
  if (!link || !cell || !row || !table) return null
  // The first cell of a row is its name.
  return {
    link,
    place: { table: Number(table.dataset.table), row: Number(row.dataset.row), column: cell.cellIndex - 1 },
  }
}
