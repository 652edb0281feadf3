'use client'

import { type KeyboardEvent, type RefObject, useEffect } from 'react'

/**
 * Makes the cells of each table one tab stop and moves between them by arrow keys, Home and End. Without a
 * script every cell is a tab stop.
 */
export function useCellKeys(root: RefObject<HTMLElement | null>, state: string) {
  useEffect(() => {
    if (state === undefined) return
    for (const table of root.current?.querySelectorAll('table[data-table]') ?? []) {
      for (const [index, link] of cellLinks(table).entries()) link.tabIndex = index === 0 ? 0 : -1
    }
  }, [root, state])

  return (event: KeyboardEvent) => {
    const cell = event.target instanceof Element ? event.target.closest('td') : null
    const next = cell && neighborCell(cell, event.key)
    if (!next) return
    event.preventDefault()
    for (const link of cellLinks(next.closest('table'))) link.tabIndex = -1
    next.tabIndex = 0
    next.focus()
  }
}

const cellLinks = (table: Element | null) => [...(table?.querySelectorAll<HTMLAnchorElement>('td a') ?? [])]

const linkOf = (cell: Element | null | undefined) => cell?.querySelector('a') ?? null

/** Returns the nearest cell with a link in the direction of the key. */
function neighborCell(cell: HTMLTableCellElement, key: string): HTMLAnchorElement | null {
  const row = cell.closest('tr')
  switch (key) {
    case 'ArrowLeft':
      return walk(cell, (one) => one.previousElementSibling)
    case 'ArrowRight':
      return walk(cell, (one) => one.nextElementSibling)
    case 'Home':
      return linkOf(row?.querySelector('td:has(a)'))
    case 'End':
      return linkOf([...(row?.querySelectorAll('td:has(a)') ?? [])].at(-1))
    case 'ArrowUp':
    case 'ArrowDown':
      return inColumn(cell, key === 'ArrowUp' ? -1 : 1)
    default:
      return null
  }
}

function walk(from: Element, step: (cell: Element) => Element | null): HTMLAnchorElement | null {
  for (let cell = step(from); cell !== null; cell = step(cell)) {
    const link = cell.matches('td') ? linkOf(cell) : null
    if (link !== null) return link
  }
  return null
}

function inColumn(cell: HTMLTableCellElement, step: 1 | -1): HTMLAnchorElement | null {
  const rows = [...(cell.closest('table')?.querySelectorAll<HTMLTableRowElement>('tr[data-row]') ?? [])]
  const from = rows.findIndex((row) => row.contains(cell))
  for (let index = from + step; index >= 0 && index < rows.length; index += step) {
    const link = linkOf(rows[index]?.cells[cell.cellIndex])
    if (link !== null) return link
  }
  return null
}
