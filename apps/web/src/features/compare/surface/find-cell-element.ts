import { cellName, parseCellRef } from './cell-parameter.ts'
import type { CellRef } from './cell-ref.ts'

/** Returns the position of the table cell that contains an element; null outside the cells of a comparison. */
export function findCell(target: EventTarget | null): { link: HTMLAnchorElement; cellRef: CellRef } | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-ref]') : null
  const cellRef = parseCellRef(link?.dataset.ref ?? null)
  return link === null || cellRef === null ? null : { link, cellRef }
}

/** Returns the drawn link in the cell at a position; null when the page does not show it. */
export const findCellLink = (root: Element, cellRef: CellRef): HTMLAnchorElement | null =>
  root.querySelector(`a[data-ref="${cellName(cellRef)}"]`)

/** Asks a table to scroll to a row that it may not have drawn. */
export const REVEAL_EVENT = 'assay-reveal'

export const revealedRow = (event: Event): number | null =>
  event instanceof CustomEvent && typeof event.detail === 'number' ? event.detail : null

/** Returns the link in a cell, after its table scrolled to the row when it was not drawn. */
export async function revealCell(root: Element, cellRef: CellRef): Promise<HTMLAnchorElement | null> {
  const drawn = findCellLink(root, cellRef)
  if (drawn !== null) return drawn
  root
    .querySelector(`table[data-table="${cellRef.table}"]`)
    ?.dispatchEvent(new CustomEvent(REVEAL_EVENT, { detail: cellRef.row }))
  // The table draws the row in the frame after the one that scrolls.
  for (let frame = 0; frame < REVEAL_FRAMES; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const link = findCellLink(root, cellRef)
    if (link !== null) return link
  }
  return null
}

const REVEAL_FRAMES = 4
