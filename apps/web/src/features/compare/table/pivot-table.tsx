'use client'

import type { GridTable } from '@assay/domain/compare/grid'
import type { PageRow, PageTable } from '@assay/domain/compare/page-grid/page-grid'
import type { CellRef } from '@assay/domain/compare/tldr/tldr'
import { hasMarks } from '@assay/domain/compare/verdict-marks'
import { showBidiControls } from '@assay/domain/json/readable-text'
import { type CSSProperties, useMemo, useRef } from 'react'
import { joinClasses } from '../../../ui/join-classes.ts'
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
import { useColumnWidths } from './use-column-widths.ts'
import { usePivotDrawing } from './use-pivot-drawing.ts'
import { usePivotRows } from './use-pivot-rows.ts'

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
export function PivotTable(props: Props) {
  const { grid, tables } = props.shown.page
  const table = grid.tables[props.index]
  const prepared = tables[props.index]
  return table === undefined || prepared === undefined ? null : <Table {...props} {...{ table, prepared }} />
}

type TableProps = Props & { table: GridTable; prepared: PageTable }

function Table({ index, shown, project, cell, chartsAt, isHeat, isBelow = false, table, prepared }: TableProps) {
  const { grid } = shown.page
  const element = useRef<HTMLTableElement>(null)
  const region = useRef<HTMLElement>(null)
  const items = useMemo(() => pivotItems(table, summaryKinds(grid.show, isHeat)), [table, grid.show, isHeat])
  const { drawing, links, history, bugs } = usePivotDrawing({
    project,
    index,
    shown,
    table,
    prepared,
    isHeat,
    chartsAt,
  })
  const { groups, before, after, isVirtual, tabColumnOf, onFocus } = usePivotRows(element, items, {
    isBelow,
    columns: table.columns.length,
  })
  const atEnd = (prepared.newest?.companions.length ?? 0) + (history === null ? 0 : 1)
  const { name: nameWidth, window: windowWidth } = useColumnWidths(element, {
    newest: drawing.isNewestFixed ? drawing.newest : null,
    companions: atEnd,
  })
  const limit = windowWidth === null ? undefined : { maxWidth: windowWidth }
  const columns = table.columns.length + atEnd
  const about = [table.metric, table.key.label].filter(Boolean).join(', ')
  const name = showBidiControls(table.baseLabel === null ? about : `${about}, relative to ${table.baseLabel}`)
  const widths: CSSProperties & Record<`--${string}`, string | number> = {
    '--companions': atEnd,
    '--name-width': `${nameWidth}px`,
  }
  const lineOf = (item: PivotItem, at: number) => (
    <PivotLine
      key={item.kind === 'row' ? `row ${item.rowIndex}` : `${item.kind} ${at}`}
      item={item}
      columns={columns}
      companions={item.kind === 'row' ? (prepared.rows[item.rowIndex]?.companions ?? NONE) : NONE}
      tabColumn={item.kind === 'row' ? tabColumnOf(item) : -1}
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
      <section ref={region} className={style.scroll} style={limit} tabIndex={0} aria-label={`Table: ${name}`}>
        <table
          ref={element}
          className={joinClasses(
            style.table,
            edges.edges,
            cellStyle.cells,
            isHeat ? heat.table : '',
            hasMarks(grid) ? cellStyle.judged : '',
            isVirtual ? style.virtual : '',
          )}
          data-table={index}
          style={widths}
          data-roving=""
          aria-rowcount={isVirtual ? items.length + prepared.levels.length : undefined}
          onFocus={onFocus}
        >
          <caption className="visually-hidden">{name}</caption>
          <PivotHead
            {...{ table, prepared, grid, shown, bugs }}
            isNewestFixed={drawing.isNewestFixed}
            valuesOf={drawing.hasBaseValues ? drawing.base.column : null}
            hasHistory={history !== null}
          />
          {before > 0 && <Spacer height={before} columns={columns} />}
          {[...groups].map(([group, lines]) => (
            <tbody key={group}>{lines.map(({ item, at }) => lineOf(item, at))}</tbody>
          ))}
          {after > 0 && <Spacer height={after} columns={columns} />}
        </table>
      </section>
    </section>
  )
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
