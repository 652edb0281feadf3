'use client'

import { useRouter } from 'next/navigation'
import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useTransition } from 'react'
import { CELL_ANCHOR } from './cell-parameter.ts'
import style from './compare-surface.module.css'
import { findCellByName } from './find-cell-element.ts'
import { isPlainClick } from './is-plain-click.ts'
import { useCellKeys } from './use-cell-keys.ts'
import { useCellPopover } from './use-cell-popover.ts'
import { useRowChart } from './use-row-chart.ts'

const CellPopover = lazy(() => import('./cell-popover.tsx').then((module) => ({ default: module.CellPopover })))
const RowChartPanel = lazy(() => import('./row-chart-panel.tsx').then((module) => ({ default: module.RowChartPanel })))

type Props = {
  project: string
  /** The canonical query of the tables; it changes whenever the server renders other tables. */
  query: string
  /** False when the chart of a row opens on another page; its link then works as a plain link. */
  hasRowCharts?: boolean
  /** The tables, rendered by the server. */
  children: ReactNode
}

/**
 * Adds scripted behavior to the tables: links that keep scroll and focus, details of the cell under the pointer, the
 * chart of a row, and arrow keys between cells. It listens on one element and finds cells by their position; without
 * JavaScript every link works as a plain link.
 */
export function CompareSurface({ project, query, hasRowCharts = true, children }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const chart = useRowChart()
  const popover = useCellPopover(root, query)
  const onKeyDown = useCellKeys(root, query)

  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || !isPlainClick(event)) return
    if (link.dataset.chart !== undefined) {
      if (!hasRowCharts) return
      event.preventDefault()
      chart.open(link)
    } else if (link.dataset.soft !== undefined) {
      event.preventDefault()
      startTransition(() => router.push(link.href, { scroll: false }))
    } else if (link.dataset.cell !== undefined && showCell(link.dataset.cell)) {
      event.preventDefault()
    } else if (popover.pin(link)) {
      event.preventDefault()
    }
  }
  const showCell = (name: string): boolean => {
    const link = root.current === null ? null : findCellByName(root.current, name)
    if (link === null) return false
    link.scrollIntoView({ block: 'center', inline: 'center' })
    return popover.pin(link)
  }

  // The address may name a cell, which the server marked; its details open with the page.
  const { pin } = popover
  const pinFirst = useRef(pin)
  useEffect(() => {
    const link = query === undefined ? null : root.current?.querySelector<HTMLAnchorElement>(`#${CELL_ANCHOR} a`)
    if (link == null) return
    link.scrollIntoView({ block: 'center', inline: 'center' })
    pinFirst.current(link)
  }, [query])

  const prefetch = () => void import('./grid-store.ts').then(({ prefetchGrid }) => prefetchGrid(project, query))

  return (
    // The handlers only receive events of links inside, so the element is not a control.
    // biome-ignore lint/a11y/noStaticElementInteractions: events of the links inside bubble to here
    <div
      ref={root}
      className={style.surface}
      data-pending={pending || undefined}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onPointerEnter={prefetch}
      {...popover.listeners}
    >
      {children}
      <Suspense fallback={null}>
        {popover.cell && (
          <CellPopover
            key={popover.cell.id}
            project={project}
            query={query}
            cell={popover.cell}
            close={popover.close}
          />
        )}
        {hasRowCharts && chart.row && (
          <RowChartPanel project={project} query={query} rowRef={chart.row} close={chart.close} />
        )}
      </Suspense>
      <span role="status" className="visually-hidden">
        {pending ? 'Loading the table' : ''}
      </span>
    </div>
  )
}
