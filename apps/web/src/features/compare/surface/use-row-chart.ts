'use client'

import { useSearchParams } from 'next/navigation'
import { useRef } from 'react'
import type { GridFacts, RowFacts, TableFacts } from '../table/grid-facts.ts'
import { CHART_PARAMETER } from './chart-parameter.ts'

/** What the panel takes of the window, pixels. */
const CHART_HEIGHT = 330

/** The row that the address says is drawn. Opening and closing changes the address without asking the server. */
export function useRowChart(facts: GridFacts) {
  const chart = useSearchParams().get(CHART_PARAMETER)
  const opener = useRef<HTMLElement | null>(null)
  return {
    row: chart === null ? null : findRow(facts, chart),
    open: (link: HTMLAnchorElement) => {
      opener.current = link
      window.history.pushState(null, '', link.href)
      // The chart will cover the foot of the window; the row that it draws stays in sight.
      if (link.getBoundingClientRect().bottom > window.innerHeight - CHART_HEIGHT)
        link.scrollIntoView({ block: 'center' })
    },
    close: () => {
      const url = new URL(window.location.href)
      url.searchParams.delete(CHART_PARAMETER)
      window.history.pushState(null, '', url)
      opener.current?.focus()
    },
  }
}

function findRow(facts: GridFacts, chart: string): { table: TableFacts; row: RowFacts } | null {
  const [tableIndex, rowIndex] = chart.split('.').map(Number)
  const table = facts.tables[tableIndex ?? -1]
  const row = table?.rows[rowIndex ?? -1]
  return table === undefined || row === undefined ? null : { table, row }
}
