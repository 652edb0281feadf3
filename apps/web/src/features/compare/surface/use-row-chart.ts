'use client'

import { useSearchParams } from 'next/navigation'
import { useRef } from 'react'
import { CHART_PARAMETER } from './chart-parameter.ts'

/** Height of the panel in pixels. */
const CHART_HEIGHT = 330

/** Position of a row on the page, counted through the groups of its table. */
export type RowRef = { table: number; row: number }

/** The row whose chart is open, from the address. Opening and closing changes the address without a request. */
export function useRowChart() {
  const chart = useSearchParams().get(CHART_PARAMETER)
  const opener = useRef<HTMLElement | null>(null)
  return {
    row: chart === null ? null : parseRowRef(chart),
    open: (link: HTMLAnchorElement) => {
      opener.current = link
      window.history.pushState(null, '', link.href)
      // The chart will cover the bottom of the window, so the page scrolls to keep the row visible.
      const { bottom } = link.getBoundingClientRect()
      if (bottom > window.innerHeight - CHART_HEIGHT) link.scrollIntoView({ block: 'center' })
    },
    close: () => {
      const url = new URL(window.location.href)
      url.searchParams.delete(CHART_PARAMETER)
      window.history.pushState(null, '', url)
      opener.current?.focus()
    },
  }
}

function parseRowRef(chart: string): RowRef | null {
  const [, table, row] = /^(\d+)\.(\d+)$/.exec(chart) ?? []
  return table === undefined || row === undefined ? null : { table: Number(table), row: Number(row) }
}
