'use client'

import { useRouter } from 'next/navigation'
import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useTransition } from 'react'
import { cellName, parseCellRef } from './cell-parameter.ts'
import type { CellRef } from './cell-ref.ts'
import style from './compare-surface.module.css'
import { revealCell } from './find-cell-element.ts'
import { isPlainClick } from './is-plain-click.ts'
import { usePageGrid } from './page-grid-context.tsx'
import { useCellKeys } from './use-cell-keys.ts'
import { useCellPopover } from './use-cell-popover.ts'
import { useRowChart } from './use-row-chart.ts'

const CellPopover = lazy(() => import('./cell-popover.tsx').then((module) => ({ default: module.CellPopover })))
const RowChartPanel = lazy(() => import('./row-chart-panel.tsx').then((module) => ({ default: module.RowChartPanel })))

type Props = {
  project: string
  /** The canonical query of the tables, when the page does not carry them as data. */
  query: string
  /** The cell that the address names; its details open with the page. */
  cell?: CellRef | null
  /** False when the chart of a row opens on another page; its link then works as a plain link. */
  hasRowCharts?: boolean
  /** The tables. */
  children: ReactNode
}

/**
 * Adds behavior to the tables: links that keep scroll and focus, details of the cell under the pointer, the chart of a
 * row, and arrow keys between cells. It listens on one element, because a table has thousands of cells.
 */
export function CompareSurface({ project, query: served, cell = null, hasRowCharts = true, children }: Props) {
  const shown = usePageGrid()
  const isCarried = shown !== null
  const query = shown?.query ?? served
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
    } else if (link.dataset.cell !== undefined) {
      event.preventDefault()
      void showCell(link)
    } else if (popover.pin(link)) {
      event.preventDefault()
    }
  }
  const showCell = async (from: HTMLAnchorElement) => {
    const cellRef = parseCellRef(from.dataset.cell ?? null)
    const link = root.current === null || cellRef === null ? null : await revealCell(root.current, cellRef)
    if (link === null) return router.push(from.href)
    link.scrollIntoView({ block: 'center', inline: 'center' })
    popover.pin(link)
  }

  const { pin } = popover
  const pinFirst = useRef(pin)
  const named = cell === null ? null : cellName(cell)
  useEffect(() => {
    const cellRef = parseCellRef(named)
    if (root.current === null || cellRef === null || query === undefined) return
    void revealCell(root.current, cellRef).then((link) => {
      link?.scrollIntoView({ block: 'center', inline: 'center' })
      if (link != null) pinFirst.current(link)
    })
  }, [query, named])

  const prefetch = () =>
    isCarried ? undefined : void import('./grid-store.ts').then(({ prefetchGrid }) => prefetchGrid(project, query))

  return (
    // The handlers only receive events of links inside, so the element is not a control.
    // biome-ignore lint/a11y/noStaticElementInteractions: events of the links inside bubble to here
    <div
      ref={root}
      className={style.surface}
      data-pending={pending || undefined}
      data-drawer={popover.cell?.pinned || undefined}
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
