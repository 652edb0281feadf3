'use client'

import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import type { CellRef } from './cell-ref.ts'
import { findCell, findCellLink, revealCell } from './find-cell-element.ts'

/** Makes the cells of each table one tab stop and moves between them by arrow keys, Home and End. */
export function useCellKeys(root: RefObject<HTMLElement | null>, state: string) {
  useEffect(() => {
    if (state === undefined) return
    for (const table of root.current?.querySelectorAll('table[data-table]:not([data-roving])') ?? []) {
      for (const [index, link] of cellLinks(table).entries()) link.tabIndex = index === 0 ? 0 : -1
    }
  }, [root, state])

  return (event: KeyboardEvent) => {
    const from = findCell(event.target)
    if (from === null || root.current === null || !isMove(event.key)) return
    event.preventDefault()
    void neighborCell(root.current, from, event.key).then((next) => {
      if (next === null) return
      for (const link of cellLinks(next.closest('table:not([data-roving])'))) link.tabIndex = -1
      if (next.closest('[data-roving]') === null) next.tabIndex = 0
      next.focus()
    })
  }
}

const cellLinks = (table: Element | null) => [...(table?.querySelectorAll<HTMLAnchorElement>('a[data-ref]') ?? [])]

const isMove = (key: string): key is keyof typeof STEPS | 'Home' | 'End' =>
  key === 'Home' || key === 'End' || Object.hasOwn(STEPS, key)

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] } as const

/** Steps over cells without a result; a table has no longer gaps than this. */
const MAX_GAP = 200

/** Returns the nearest cell with a link in the direction of the key. */
async function neighborCell(
  root: Element,
  { link, cellRef }: { link: HTMLAnchorElement; cellRef: CellRef },
  key: keyof typeof STEPS | 'Home' | 'End',
): Promise<HTMLAnchorElement | null> {
  if (key === 'Home' || key === 'End') return cellLinks(link.closest('tr')).at(key === 'Home' ? 0 : -1) ?? null
  const [down, right] = STEPS[key]
  for (let step = 1; step <= MAX_GAP; step++) {
    const next = { ...cellRef, row: cellRef.row + step * down, column: cellRef.column + step * right }
    if (next.row < 0 || next.column < 0) return null
    const found = step === 1 && down !== 0 ? await revealCell(root, next) : findCellLink(root, next)
    if (found !== null) return found
  }
  return null
}
