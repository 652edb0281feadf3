import { formatRatio, MISSING } from '@assay/domain/compare/format-cell'
import type { GridRow, GroupSummary } from '@assay/domain/compare/grid'
import type { PageRow } from '@assay/domain/compare/page-grid/page-grid'
import { showBidiControls } from '@assay/domain/json/readable-text'
import { memo } from 'react'
import { CELL_ANCHOR } from '../surface/cell-parameter.ts'
import { cellSpans } from './cell-spans.ts'
import style from './compare-table.module.css'
import edges from './edge-columns.module.css'
import { HistoryCell } from './history-cell.tsx'
import { type CellDrawing, PivotCell } from './pivot-cell.tsx'
import type { PivotItem, SummaryKind } from './pivot-items.ts'
import cellStyle from './table-cells.module.css'

export type RowLinks = {
  /** The address that opens the chart of a row; null without one. */
  chartHref: (chart: string) => string | null
  /** The address with the row of this position as base; null without row dimensions. */
  baseHref: (rowIndex: number) => string | null
}

type Props = {
  item: PivotItem
  columns: number
  /** Column of this row that the Tab key reaches, all for `every`; and the one that the address names; -1 for none. */
  tabColumn: number | 'every'
  namedColumn: number
  /** Ratios of the newest version in the companion metrics. */
  companions: PageRow['companions']
  /** Reach of the sparkline at the end of the row; null for none. */
  history?: number | null
  drawing: CellDrawing
  links: RowLinks
}

/** One line of the body of a table. */
export const PivotLine = memo(function PivotLine({ item, columns, ...row }: Props) {
  switch (item.kind) {
    case 'group':
      return (
        <tr className={cellStyle.group} data-kind="group">
          <th scope="rowgroup" colSpan={columns + 1}>
            <span>{showBidiControls(item.name)}</span>
          </th>
        </tr>
      )
    case 'row':
      return <PivotRow row={item.row} rowIndex={item.rowIndex} {...row} />
    case 'summary':
      return (
        <SummaryRow
          kind={item.summary}
          values={item.values}
          drawing={row.drawing}
          rest={columns - item.values.length}
        />
      )
  }
})

type RowProps = Omit<Props, 'item' | 'columns'> & { row: GridRow; rowIndex: number }

function PivotRow({ row, rowIndex, tabColumn, namedColumn, companions, history = null, drawing, links }: RowProps) {
  const last = companions.length - 1 + (history === null ? 0 : 1)
  return (
    <tr data-row={rowIndex} data-kind="row" className={row.isBase ? cellStyle.baseRow : undefined}>
      <RowHead
        row={row}
        rowIndex={rowIndex}
        chart={`${drawing.table}.${rowIndex}`}
        links={links}
        hasValues={drawing.hasBaseValues && rowIndex === drawing.base.row}
      />
      {cellSpans(row.cells, drawing).map(({ cell, column, span }) => {
        const at = `${drawing.table}.${rowIndex}.${column}`
        if (span > 1) return <td key={at} colSpan={span} className={cellStyle.missing} />
        return (
          <PivotCell
            key={at}
            cell={cell}
            row={rowIndex}
            column={column}
            at={at}
            isTabStop={tabColumn === 'every' || column === tabColumn}
            id={column === namedColumn ? CELL_ANCHOR : drawing.ids?.[at]}
            isNewest={column === drawing.newest}
            drawing={drawing}
          />
        )
      })}
      {companions.map(({ text, state }, at) => (
        // Companions have no identity besides their position, which is that of their metric.
        // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity of a companion
        <td key={at} className={edges.companion} data-state={state} style={companionEdge(last - at)}>
          {text}
        </td>
      ))}
      {history !== null && (
        <td className={edges.companion} style={companionEdge(0)}>
          <HistoryCell row={row} reach={history} />
        </td>
      )}
    </tr>
  )
}

/** Distance of a companion column from the right edge, where it stays while the table scrolls. */
export const companionEdge = (after: number) => ({ right: `calc(var(--companion-width) * ${after})` })

type HeadProps = { row: GridRow; rowIndex: number; chart: string; links: RowLinks; hasValues: boolean }

/** The name of a row opens its chart; the mark next to it makes the row the base. */
function RowHead({ row, rowIndex, chart, links, hasValues }: HeadProps) {
  const label = showBidiControls(row.label)
  const base = links.baseHref(rowIndex)
  const chartHref = links.chartHref(chart)
  return (
    <th scope="row">
      <span className={style.rowHead}>
        {chartHref === null ? (
          <span className={style.rowName}>{label}</span>
        ) : (
          <a href={chartHref} data-chart={chart} className={style.rowName} title={`Chart of ${label}`}>
            {label}
            <span className="visually-hidden"> draw as chart</span>
          </a>
        )}
        {base !== null && (
          <a
            href={base}
            data-soft=""
            className={row.isBase ? style.rowIsBase : style.rowBase}
            title={`Divide by ${label}`}
          >
            <span aria-hidden="true">{row.isBase ? (hasValues ? 'base values' : 'base') : '÷'}</span>
            <span className="visually-hidden">{row.isBase ? 'the base' : `use ${label} as base`}</span>
          </a>
        )}
      </span>
    </th>
  )
}

type Line = { name: string; about: string; text: (summary: NonNullable<GroupSummary>) => string }

const LINES: Readonly<Record<SummaryKind, Line>> = {
  mean: {
    name: 'geometric mean',
    about: 'The average of ratios: an arithmetic mean would depend on which side is the base',
    text: ({ geometricMean }) => formatRatio(geometricMean),
  },
  median: { name: 'median', about: 'The middle ratio of the group', text: ({ median }) => formatRatio(median) },
  range: {
    name: 'range',
    about: 'The smallest and the largest ratio of the group',
    text: ({ min, max }) => `${formatRatio(min)} – ${formatRatio(max)}`,
  },
}

type SummaryProps = { kind: SummaryKind; values: readonly GroupSummary[]; drawing: CellDrawing; rest: number }

/** One summary of the ratios of a group, which includes hidden rows. */
function SummaryRow({ kind, values, drawing, rest }: SummaryProps) {
  const { name, about, text } = LINES[kind]
  return (
    <tr className={cellStyle.summary} data-kind="summary">
      <th scope="row" title={about}>
        {name}
      </th>
      {values.map((summary, column) => (
        // Columns have no identity besides their position, which no sort changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity of a column
        <td key={column} className={column === drawing.newest && drawing.isNewestFixed ? edges.newest : undefined}>
          {drawing.hasBaseValues && column === drawing.base.column ? '' : summary === null ? MISSING : text(summary)}
        </td>
      ))}
      {rest > 0 && <td colSpan={rest} className={edges.companion} style={companionEdge(0)} />}
    </tr>
  )
}
