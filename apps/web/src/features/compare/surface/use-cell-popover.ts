'use client'

import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { CellRef } from './cell-ref.ts'
import { findCell } from './find-cell-element.ts'

/** Long enough that moving across the table, by mouse or arrow keys, opens nothing. */
const OPEN_AFTER_MS = 140
/** Long enough to move the mouse to the details. */
const CLOSE_AFTER_MS = 220

/** The cell whose details are shown. Pinned ones stay until they are closed. */
export type OpenCell = { id: string; cellRef: CellRef; link: HTMLAnchorElement; pinned: boolean }

/** The details follow the pointer and the keyboard focus; a click, a tap or Enter pins them. */
export function useCellPopover(root: RefObject<HTMLElement | null>, state: string) {
  const [cell, setCell] = useState<OpenCell | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pointer = useRef({ x: -1, y: -1 })
  const later = (ms: number, act: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, ms)
  }
  const show = (target: EventTarget | null, pinned: boolean): boolean => {
    clearTimeout(timer.current)
    const found = findCell(target)
    if (found === null) return false
    const { table, row, column } = found.cellRef
    const open = () => setCell({ ...found, id: `${table}.${row}.${column}`, pinned })
    // The drawer makes the table narrower, which takes long in a large one, so the pressed cell is painted before.
    if (pinned) requestAnimationFrame(() => later(0, open))
    else open()
    return true
  }
  const close = () => {
    clearTimeout(timer.current)
    setCell(null)
  }

  // New tables have other cells, so the details close.
  useEffect(() => (state === undefined ? undefined : () => setCell(null)), [state])

  useEffect(() => {
    if (cell === null) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      // Focusing the link opens the details, so it is focused before they close.
      cell.link.focus()
      clearTimeout(timer.current)
      setCell(null)
    }
    const onPointerDown = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setCell(null)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [cell, root])

  const isDetail = (target: EventTarget | null) => target instanceof Element && target.closest('[data-detail]') !== null

  return {
    cell,
    close,
    pin: (link: HTMLAnchorElement) => show(link, true),
    listeners: {
      onPointerOver: (event: PointerEvent) => {
        const { target, pointerType, clientX, clientY } = event
        // When the drawer closes, the table moves under a pointer that rests.
        const isResting = pointer.current.x === clientX && pointer.current.y === clientY
        if (pointerType !== 'mouse' || cell?.pinned || isResting) return
        if (isDetail(target)) clearTimeout(timer.current)
        else if (findCell(target) !== null) later(OPEN_AFTER_MS, () => show(target, false))
        else if (cell !== null) later(CLOSE_AFTER_MS, close)
        // The pointer left the cell before its details opened.
        else clearTimeout(timer.current)
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        pointer.current = { x: clientX, y: clientY }
      },
      onPointerLeave: () => {
        pointer.current = { x: -1, y: -1 }
        if (!cell?.pinned) later(CLOSE_AFTER_MS, close)
      },
      onFocus: ({ target }: FocusEvent) => {
        if (isDetail(target)) return
        if (!(target instanceof Element) || !target.matches(':focus-visible')) return
        // Details that opened with each step of an arrow key would delay the next step.
        if (findCell(target) !== null) later(OPEN_AFTER_MS, () => show(target, false))
        else if (cell !== null) close()
      },
    },
  }
}
