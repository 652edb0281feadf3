'use client'

import { type RefObject, useEffect, useState } from 'react'
import { widthOfWholeColumns } from './whole-columns.ts'

/**
 * Widths that follow from the texts of a table: that of the column of names, next to which the base column stays, and
 * that of its window, which ends between two columns (null: no limit). `fixed` columns stay at the right edge.
 */
export function useColumnWidths(
  table: RefObject<HTMLTableElement | null>,
  fixed: { newest: number | null; companions: number },
): { name: number; window: number | null } {
  const [widths, setWidths] = useState<{ name: number; window: number | null }>({ name: 0, window: null })
  const { newest, companions } = fixed
  useEffect(() => {
    const own = table.current
    const heads = [...(own?.tHead?.rows[own.tHead.rows.length - 1]?.cells ?? [])]
    const box = own?.parentElement
    const outer = box?.parentElement
    const [corner] = heads
    if (box == null || outer == null || corner === undefined) return
    const measure = () => {
      // Not offsetWidth, which rounds each column.
      const all = heads.map((head) => head.getBoundingClientRect().width)
      // The first head is that of the names; companions follow all columns.
      const columns = all.slice(0, all.length - companions)
      const frame = box.offsetWidth - box.clientWidth
      const width = widthOfWholeColumns(columns, {
        after: all.slice(columns.length),
        fixed: newest === null ? null : newest + 1,
        room: outer.clientWidth - frame,
      })
      const next = { name: corner.offsetWidth, window: width === null ? null : width + frame }
      setWidths((known) => (known.name === next.name && known.window === next.window ? known : next))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(corner)
    observer.observe(outer)
    return () => observer.disconnect()
  }, [table, newest, companions])
  return widths
}
