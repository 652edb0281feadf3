'use client'

import { type FocusEvent, type RefObject, useEffect, useMemo, useState } from 'react'
import { REVEAL_EVENT, revealedRow } from '../surface/find-cell-element.ts'
import type { PivotItem } from './pivot-items.ts'
import { scrollToRow, useVisibleRows } from './use-visible-rows.ts'

type Line = Extract<PivotItem, { kind: 'row' }>

/** The lines of a table to draw, and the cell of each that the Tab key reaches. */
export function usePivotRows(
  table: RefObject<HTMLTableElement | null>,
  items: readonly PivotItem[],
  view: { isBelow: boolean; columns: number },
) {
  const kinds = useMemo(() => items.map(({ kind }) => kind), [items])
  const { from, to, ...range } = useVisibleRows(table, kinds, view)
  const [tabStop, setTabStop] = useState({ row: 0, column: 0 })

  useEffect(() => {
    const own = table.current
    const reveal = (event: Event) => {
      const rowIndex = revealedRow(event)
      const at = rowIndex === null ? -1 : items.findIndex((item) => item.kind === 'row' && item.rowIndex === rowIndex)
      if (own !== null && at >= 0) scrollToRow(own, kinds, at)
    }
    own?.addEventListener(REVEAL_EVENT, reveal)
    return () => own?.removeEventListener(REVEAL_EVENT, reveal)
  }, [table, items, kinds])

  const visible = items.slice(from, to)
  const rows = visible.flatMap((item) => (item.kind === 'row' ? [item] : []))
  // The Tab key must reach a drawn cell, also when the last focused one is out of view.
  const tabRow = rows.some(({ rowIndex }) => rowIndex === tabStop.row) ? tabStop.row : rows[0]?.rowIndex
  return {
    /** The visible lines by the group of rows that they belong to, each with its position in the table. */
    groups: Map.groupBy(
      visible.map((item, at) => ({ item, at: from + at })),
      ({ item }) => item.group,
    ),
    ...range,
    /** @returns -1 for a row without a tab stop */
    tabColumnOf: (item: Line): number => (item.rowIndex === tabRow ? firstLinkedColumn(item, tabStop.column) : -1),
    onFocus({ target }: FocusEvent): void {
      const ref = target instanceof HTMLElement ? target.dataset.ref : undefined
      const [, row, column] = ref?.split('.').map(Number) ?? []
      if (row !== undefined && column !== undefined) setTabStop({ row, column })
    },
  }
}

/** The column if it has a link in this row, otherwise the first one that has. */
function firstLinkedColumn({ row }: Line, column: number): number {
  return row.cells[column]?.value == null ? row.cells.findIndex(({ value }) => value !== null) : column
}
