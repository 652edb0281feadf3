'use client'

import { useRouter } from 'next/navigation'
import { type MouseEvent, type ReactNode, useMemo, useRef, useTransition } from 'react'
import type { GridFacts } from '../table/grid-facts.ts'
import { CellPopover } from './cell-popover.tsx'
import style from './compare-surface.module.css'
import { isPlainClick } from './is-plain-click.ts'
import { RowChartPanel } from './row-chart-panel.tsx'
import { useCellKeys } from './use-cell-keys.ts'
import { useCellPopover } from './use-cell-popover.ts'
import { useRowChart } from './use-row-chart.ts'

type Props = {
  project: string
  /** GridFacts as JSON: one text crosses from the server far faster than thousands of values. */
  factsJson: string
  /** Changes whenever the server drew other tables. */
  state: string
  /** The tables, drawn by the server. */
  children: ReactNode
}

/**
 * What a script adds to the tables: links that keep scroll and focus, details of the cell pointed at, the chart of a
 * row, arrow keys between cells. It listens on one element and knows cells by their place; without it every link
 * still leads where it says.
 */
export function CompareSurface({ project, factsJson, state, children }: Props) {
  // The server wrote it from GridFacts, so it is that.
  const facts = useMemo(() => JSON.parse(factsJson) as GridFacts, [factsJson])
  const root = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const chart = useRowChart(facts)
  const popover = useCellPopover(root, state)
  const onKeyDown = useCellKeys(root, state)

  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || !isPlainClick(event)) return
    if (link.dataset.chart !== undefined) {
      event.preventDefault()
      chart.open(link)
    } else if (link.dataset.soft !== undefined) {
      event.preventDefault()
      startTransition(() => router.push(link.href, { scroll: false }))
    } else if (popover.pin(link)) {
      event.preventDefault()
    }
  }

  return (
    // The handlers only listen to links inside; nothing here becomes a control that was none.
    // biome-ignore lint/a11y/noStaticElementInteractions: events of the links inside bubble to here
    <div
      ref={root}
      className={style.surface}
      data-pending={pending || undefined}
      onClick={onClick}
      onKeyDown={onKeyDown}
      {...popover.listeners}
    >
      {children}
      {popover.cell && (
        <CellPopover key={popover.cell.id} project={project} facts={facts} cell={popover.cell} close={popover.close} />
      )}
      {chart.row && <RowChartPanel facts={facts} table={chart.row.table} row={chart.row.row} close={chart.close} />}
      <span role="status" className="visually-hidden">
        {pending ? 'The table is being made' : ''}
      </span>
    </div>
  )
}
