'use client'

import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isSameRange, type RowRange, stepTowards, withVisible } from './row-range.ts'

export type RowKind = 'group' | 'row' | 'summary'

/** Rows that a page draws at once. Shorter tables, and the first tables of a page, are drawn completely. */
export const MAX_ROWS_AT_ONCE = 90
/** Cells that a page draws at once of a table with fewer rows. */
export const MAX_CELLS_AT_ONCE = 3_000
/** Cells, and rows, that the server draws of a longer table; the browser draws the others when they come into view. */
const FIRST_CELLS = 1_200
const FIRST_ROWS = { max: 40, min: 16 }
/**
 * Height in pixels that is drawn above and below the visible part, when the browser is idle; only after the table was
 * scrolled, because a page that is read from its top needs none of it.
 */
const OVERSCAN = 300
/** Cells and rows that are drawn at once when the browser is idle: a key that is pressed meanwhile waits for them. */
const CELLS_PER_STEP = 300
const MIN_STEP_ROWS = 2
/** Maximum delay of a step, for a browser that is never idle; and the delay in browsers that do not tell. */
const IDLE_TIMEOUT_MS = 200
const IDLE_DELAY_MS = 50

/** Heights in pixels until they are measured. */
const HEIGHTS: Record<RowKind, number> = { group: 35, row: 25, summary: 22 }

/** The rows to draw, and the heights in pixels of those before and after them. */
export type VisibleRows = { from: number; to: number; before: number; after: number; isVirtual: boolean }

/**
 * Returns the rows of a table that are near the visible part of the window; all rows in print.
 *
 * @param about `isBelow` is true for a table below those that fill the window, of which the server draws no rows.
 */
export function useVisibleRows(
  table: RefObject<HTMLTableElement | null>,
  kinds: readonly RowKind[],
  { isBelow, columns }: { isBelow: boolean; columns: number },
): VisibleRows {
  const isVirtual = isBelow || kinds.length > MAX_ROWS_AT_ONCE || kinds.length * columns > MAX_CELLS_AT_ONCE
  const [heights, setHeights] = useState(HEIGHTS)
  const [range, setRange] = useState({ from: 0, to: isBelow ? 0 : firstRows(columns) })
  const offsets = useMemo(() => {
    const sums = [0]
    for (const kind of kinds) sums.push((sums.at(-1) ?? 0) + heights[kind])
    return sums
  }, [kinds, heights])

  const drawn = useRef<RowRange>(range)
  useEffect(() => {
    if (!isVirtual) return
    const step = Math.max(MIN_STEP_ROWS, Math.floor(CELLS_PER_STEP / Math.max(1, columns)))
    let frame = 0
    let cancelFill = () => {}
    const draw = (next: RowRange) => {
      if (isSameRange(next, drawn.current)) return false
      drawn.current = next
      setRange(next)
      return true
    }
    const fill = () => {
      const element = table.current
      if (element === null) return
      if (draw(stepTowards(drawn.current, rangeInView(element, offsets, OVERSCAN), step))) cancelFill = whenIdle(fill)
    }
    const update = () => {
      const element = table.current
      if (element === null) return
      setHeights((known) => measureHeights(element, known))
      draw(withVisible(drawn.current, rangeInView(element, offsets, 0)))
    }
    const scrolled = () => {
      frame = 0
      update()
      cancelFill()
      cancelFill = whenIdle(fill)
    }
    const later = () => {
      frame ||= requestAnimationFrame(scrolled)
    }
    const drawAll = () => flushSync(() => draw({ from: 0, to: offsets.length - 1 }))
    update()
    window.addEventListener('scroll', later, { capture: true, passive: true })
    window.addEventListener('resize', later)
    window.addEventListener('beforeprint', drawAll)
    return () => {
      cancelAnimationFrame(frame)
      cancelFill()
      window.removeEventListener('scroll', later, { capture: true })
      window.removeEventListener('resize', later)
      window.removeEventListener('beforeprint', drawAll)
    }
  }, [table, offsets, isVirtual, columns])

  const count = kinds.length
  if (!isVirtual) return { from: 0, to: count, before: 0, after: 0, isVirtual }
  const [from, to] = [Math.min(range.from, count), Math.min(range.to, count)]
  const total = offsets[count] ?? 0
  return { from, to, before: offsets[from] ?? 0, after: total - (offsets[to] ?? total), isVirtual }
}

const firstRows = (columns: number) =>
  Math.max(FIRST_ROWS.min, Math.min(FIRST_ROWS.max, Math.floor(FIRST_CELLS / Math.max(1, columns))))

/** Calls a function when the browser is idle. Returns the function that cancels it. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, IDLE_DELAY_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: IDLE_TIMEOUT_MS })
  return () => cancelIdleCallback(handle)
}

/** Scrolls a row of a table to the middle of its box, so that it is drawn. */
export function scrollToRow(table: HTMLTableElement, kinds: readonly RowKind[], index: number): void {
  const box = table.parentElement
  if (box === null) return
  const heights = measureHeights(table, HEIGHTS)
  const top = kinds.slice(0, index).reduce((sum, kind) => sum + heights[kind], 0)
  box.scrollTop = top - box.clientHeight / 2
  box.scrollIntoView({ block: 'nearest' })
}

/** Measures a drawn row of each kind. All rows of one kind have the same height, because their texts do not wrap. */
function measureHeights(table: HTMLTableElement, known: Record<RowKind, number>): Record<RowKind, number> {
  const measure = (kind: RowKind) =>
    table.querySelector(`tr[data-kind="${kind}"]`)?.getBoundingClientRect().height ?? known[kind]
  const found = { group: measure('group'), row: measure('row'), summary: measure('summary') }
  const isSame = found.group === known.group && found.row === known.row && found.summary === known.summary
  return isSame ? known : found
}

function rangeInView(table: HTMLTableElement, offsets: readonly number[], margin: number): RowRange {
  const box = (table.parentElement ?? table).getBoundingClientRect()
  const bodyTop = table.getBoundingClientRect().top + (table.tHead?.offsetHeight ?? 0)
  const top = Math.max(0, box.top) - bodyTop - margin
  const bottom = Math.min(window.innerHeight, box.bottom) - bodyTop + margin
  const last = offsets.length - 1
  const from = Math.max(
    0,
    offsets.findLastIndex((offset) => offset <= top),
  )
  const after = offsets.findIndex((offset) => offset >= bottom)
  return { from: Math.min(from, last), to: Math.max(from, after < 0 ? last : after) }
}
