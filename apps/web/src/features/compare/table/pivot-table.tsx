'use client'

import { fixesNewest } from '@assay/domain/compare/page-grid/newest-column'
import type { PageRow } from '@assay/domain/compare/page-grid/page-grid'
import { bugLines, columnBugs, historyReach } from '@assay/domain/compare/render/heat-context'
import type { CellRef } from '@assay/domain/compare/tldr/tldr'
import { cellMarker, hasMarks } from '@assay/domain/compare/verdict-marks'
import { showBidiControls } from '@assay/domain/json/readable-text'
import { type CSSProperties, type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import { CHART_PARAMETER } from '../surface/chart-parameter.ts'
import { REVEAL_EVENT, revealedRow } from '../surface/find-cell-element.ts'
import type { LiveGrid } from '../surface/shown-grid.ts'
import style from './compare-table.module.css'
import edges from './edge-columns.module.css'
import heat from './heat-cells.module.css'
import { PivotHead } from './pivot-head.tsx'
import { type PivotItem, pivotItems, summaryKinds } from './pivot-items.ts'
import { PivotLine } from './pivot-row.tsx'
import { PivotTitle } from './pivot-title.tsx'
import cellStyle from './table-cells.module.css'
import { TableMinimap } from './table-minimap.tsx'
import { scrollToRow, useVisibleRows } from './use-visible-rows.ts'

type Props = {
  index: number
  shown: LiveGrid
  project: string
  /** The cell that the address names, to which the page scrolls. */
  cell: CellRef | null
  /** The address that opens the chart of a row on another page; this page when absent. */
  chartsAt: string | null
  isHeat: boolean
  /** True for a table below those that fill the window. */
  isBelow?: boolean
}

/** A heat map with fewer columns is not much wider than a window. */
const MIN_MAPPED_COLUMNS = 25

/** One list for all lines without companions, so that they are not drawn again. */
const NONE: PageRow['companions'] = []

/** One table of a comparison. It scrolls inside a region, which is a tab stop so that the keyboard can scroll it. */
export function PivotTable({ index, shown, project, cell, chartsAt, isHeat, isBelow = false }: Props) {
  const { grid, tables, noteNumbers } = shown.page
  const table = grid.tables[index]
  const prepared = tables[index]
  const element = useRef<HTMLTableElement>(null)
  const region = useRef<HTMLElement>(null)
  const items = useMemo(
    () => (table === undefined ? [] : pivotItems(table, summaryKinds(grid.show, isHeat))),
    [table, grid.show, isHeat],
  )
  const kinds = useMemo(() => items.map(({ kind }) => kind), [items])
  const { from, to, before, after, isVirtual } = useVisibleRows(element, kinds, {
    isBelow,
    columns: table?.columns.length ?? 0,
  })
  const [tabStop, setTabStop] = useState({ row: 0, column: 0 })
  const drawing = useMemo(
    () => ({
      project,
      table: index,
      show: grid.show,
      digits: prepared?.digits ?? {},
      noteNumbers,
      markOf: cellMarker(grid),
      isHeat,
      newest: prepared?.newest?.column ?? null,
      isNewestFixed: table !== undefined && fixesNewest(grid, table),
    }),
    [project, index, grid, prepared, noteNumbers, isHeat, table],
  )
  const links = useMemo(() => {
    const show = shown.comparison.show === 'absolute' ? { show: null } : {}
    return {
      chartHref: (chart: string) =>
        chartsAt === null ? shown.hrefWith({ [CHART_PARAMETER]: chart }) : `${chartsAt}&${CHART_PARAMETER}=${chart}`,
      baseHref: (rowIndex: number) => {
        const base = prepared?.rows[rowIndex]?.base ?? null
        return base === null ? null : shown.hrefWith({ base, ...show })
      },
    }
  }, [shown, prepared, chartsAt])

  useEffect(() => {
    const own = element.current
    const reveal = (event: Event) => {
      const rowIndex = revealedRow(event)
      const at = rowIndex === null ? -1 : items.findIndex((item) => item.kind === 'row' && item.rowIndex === rowIndex)
      if (own !== null && at >= 0) scrollToRow(own, kinds, at)
    }
    own?.addEventListener(REVEAL_EVENT, reveal)
    return () => own?.removeEventListener(REVEAL_EVENT, reveal)
  }, [items, kinds])

  // Versions have an order, so that the ratios of a row are a history.
  const { history, bugs } = useMemo(() => {
    const isOverVersions = isHeat && table !== undefined && prepared?.newest != null
    return isOverVersions
      ? { history: historyReach(table), bugs: bugLines(columnBugs(table)) }
      : { history: null, bugs: [] }
  }, [isHeat, table, prepared])

  // The base column stays next to the names, whose width follows from their texts.
  const [nameWidth, setNameWidth] = useState(0)
  useEffect(() => {
    const corner = element.current?.tHead?.querySelector('th')
    if (corner == null) return
    const observer = new ResizeObserver(() => setNameWidth(corner.offsetWidth))
    observer.observe(corner)
    return () => observer.disconnect()
  }, [])

  if (table === undefined || prepared === undefined) return null
  const atEnd = (prepared.newest?.companions.length ?? 0) + (history === null ? 0 : 1)
  const columns = table.columns.length + atEnd
  const about = [table.metric, table.key.label].filter(Boolean).join(', ')
  const name = showBidiControls(table.baseLabel === null ? about : `${about}, relative to ${table.baseLabel}`)
  const classes = [
    style.table,
    edges.edges,
    cellStyle.cells,
    hasMarks(grid) && cellStyle.judged,
    isHeat && heat.table,
    isVirtual && style.virtual,
  ]
  const onFocus = ({ target }: FocusEvent) => {
    const ref = target instanceof HTMLElement ? target.dataset.ref : undefined
    const [, row, column] = ref?.split('.').map(Number) ?? []
    if (row !== undefined && column !== undefined) setTabStop({ row, column })
  }
  const widths: CSSProperties & Record<`--${string}`, string | number> = {
    '--companions': atEnd,
    '--name-width': `${nameWidth}px`,
  }
  const visible = items.slice(from, to)
  // The Tab key must reach a drawn cell, also when the last focused one is out of view.
  const rows = visible.flatMap((item) => (item.kind === 'row' ? [item] : []))
  const tabRow = rows.some(({ rowIndex }) => rowIndex === tabStop.row) ? tabStop.row : rows[0]?.rowIndex
  const lineOf = (item: PivotItem, at: number) => (
    <PivotLine
      key={item.kind === 'row' ? `row ${item.rowIndex}` : `${item.kind} ${from + at}`}
      item={item}
      columns={columns}
      companions={item.kind === 'row' ? (prepared.rows[item.rowIndex]?.companions ?? NONE) : NONE}
      tabColumn={item.kind === 'row' && item.rowIndex === tabRow ? firstLinked(item, tabStop.column) : -1}
      namedColumn={item.kind === 'row' && cell?.table === index && cell.row === item.rowIndex ? cell.column : -1}
      history={history}
      drawing={drawing}
      links={links}
    />
  )
  return (
    <section className={style.section}>
      <PivotTitle table={table} grid={grid} />
      {isHeat && table.columns.length >= MIN_MAPPED_COLUMNS && <TableMinimap table={table} scrolled={region} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={region} className={style.scroll} tabIndex={0} aria-label={`Table: ${name}`}>
        <table
          ref={element}
          className={classes.filter(Boolean).join(' ')}
          data-table={index}
          style={widths}
          data-roving=""
          aria-rowcount={isVirtual ? items.length + prepared.levels.length : undefined}
          onFocus={onFocus}
        >
          <caption className="visually-hidden">{name}</caption>
          <PivotHead
            table={table}
            prepared={prepared}
            grid={grid}
            shown={shown}
            isNewestFixed={drawing.isNewestFixed}
            hasHistory={history !== null}
            bugs={bugs}
          />
          {before > 0 && <Spacer height={before} columns={columns} />}
          {[...Map.groupBy(visible, ({ group }) => group)].map(([group, lines]) => (
            <tbody key={group}>{lines.map((item) => lineOf(item, visible.indexOf(item)))}</tbody>
          ))}
          {after > 0 && <Spacer height={after} columns={columns} />}
        </table>
      </section>
    </section>
  )
}

/** The column if it has a link in this row, otherwise the first one that has. */
function firstLinked({ row }: Extract<PivotItem, { kind: 'row' }>, column: number): number {
  return row.cells[column]?.value == null ? row.cells.findIndex(({ value }) => value !== null) : column
}

/** Space of the rows that are not drawn. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={columns + 1} style={{ height }} className={style.spacer} />
      </tr>
    </tbody>
  )
}
