import type { DimensionName } from '@assay/domain/compare/dimension'
import { formatRatio, MISSING } from '@assay/domain/compare/format-cell'
import type { Cell, Grid, GridGroup, GridRow, GroupSummary } from '@assay/domain/compare/grid'
import type { View } from '@assay/domain/compare/render/shown-table'
import type { CellMark, cellMarker } from '@assay/domain/compare/verdict-marks'
import { runPath } from '../../../paths.ts'
import { type Html, html } from '../../../ui/html.ts'
import { withBase } from '../change-comparison.ts'
import { CELL_ANCHOR } from '../surface/cell-parameter.ts'
import { cellClass } from './cell-class.ts'
import style from './compare-table.module.css'
import cellStyle from './table-cells.module.css'
import type { TableLinks } from './table-links.ts'

/** Settings that all cells of one table share. */
export type Drawing = {
  show: Grid['show']
  format: (cell: Cell, view: View) => string
  marksOf: (cell: Cell) => readonly number[]
  markOf: ReturnType<typeof cellMarker>
  project: string
}

export type GroupDrawing = {
  group: GridGroup
  /** Index of its first row, counted through all groups of the table. */
  firstRow: number
  tableIndex: number
  columnCount: number
  rowDimensions: readonly DimensionName[]
  drawing: Drawing
  links: TableLinks
}

/** Renders the rows of one group: its name, its rows and their summary. */
export function groupHtml(group: GroupDrawing): Html {
  const {
    group: { name, rows, summaries },
    drawing,
    columnCount,
  } = group
  return html`
    ${name !== null && html`<tr class="${cellStyle.group}"><th scope="rowgroup" colspan="${columnCount + 1}"><span>${name}</span></th></tr>`}
    ${rows.map((row, index) => rowHtml(row, group.firstRow + index, group))}
    ${drawing.show !== 'absolute' && rows.length > 1 && summaries.length > 0 && summaryHtml(summaries)}`
}

const rowHtml = (row: GridRow, index: number, group: GroupDrawing): Html => html`
  <tr data-row="${index}"${row.isBase && html` class="${cellStyle.baseRow}"`}>
    ${rowHeaderHtml(row, `${group.tableIndex}.${index}`, group)}
    ${row.cells.map((cell, column) => cellHtml(cell, group.drawing, idOf(group, index, column)))}
  </tr>`

/** The name of a row opens its chart; the mark next to it makes the row the base. */
function rowHeaderHtml(row: GridRow, chart: string, { rowDimensions, links }: GroupDrawing): Html {
  const { label } = row
  return html`
    <th scope="row"><span class="${style.rowHead}">
      <a href="${links.chartHref(chart)}" data-chart="${chart}" class="${style.rowName}" title="Chart of ${label}">
        ${label}<span class="visually-hidden"> draw as chart</span>
      </a>
      ${rowDimensions.length > 0 && rowBaseHtml(row, rowDimensions, links)}
    </span></th>`
}

function rowBaseHtml(row: GridRow, rowDimensions: readonly DimensionName[], links: TableLinks): Html {
  const href = links.hrefTo(withBase(links.comparison, rowDimensions, row.values))
  const [sign, words] = row.isBase ? ['base', 'the base'] : ['÷', `use ${row.label} as base`]
  return html`
    <a href="${href}" data-soft="" class="${row.isBase ? style.rowIsBase : style.rowBase}" title="Divide by ${row.label}">
      <span aria-hidden="true">${sign}</span><span class="visually-hidden">${words}</span>
    </a>`
}

const idOf = ({ tableIndex: table, links: { cell, cellId } }: GroupDrawing, row: number, column: number) =>
  cell?.table === table && cell.row === row && cell.column === column
    ? CELL_ANCHOR
    : (cellId?.({ table, row, column }) ?? null)

/** The number links to the newest run behind it; a mark with a text shows a change independently of colour. */
function cellHtml(cell: Cell, drawing: Drawing, id: string | null): Html {
  const [newest] = cell.runIds
  if (cell.value === null || newest === undefined) {
    return html`<td class="${cellStyle.missing}">${MISSING}<span class="visually-hidden"> missing</span></td>`
  }
  const marks = drawing.marksOf(cell)
  return html`
    <td${bandClass(cell)}${id !== null && html` id="${id}"`}><a href="${runPath(drawing.project, newest)}">
      ${numbersHtml(cell, drawing)}${markHtml(drawing.markOf(cell))}${marks.length > 0 && html`<sup> ${marks.join(' ')}</sup>`}
    </a></td>`
}

function numbersHtml(cell: Cell, { show, format }: Drawing): Html | string {
  if (show !== 'both') return format(cell, show)
  return html`<span class="${cellStyle.absolute}">${format(cell, 'absolute')}</span> ${format(cell, 'relative')}`
}

const markHtml = (mark: CellMark | null): Html | null =>
  mark === null
    ? null
    : html`<span class="${cellStyle.mark}" role="img" aria-label="${mark.word}">${mark.sign !== '' && html`<span class="${cellStyle.sign}">${mark.sign}</span>`}${mark.verdict !== '' && html`<span class="${cellStyle.verdict}">${mark.verdict}</span>`}</span>`

function bandClass(cell: Cell): Html | null {
  const name = cellClass(cell)
  return name === undefined ? null : html` class="${name}"`
}

type Line = { name: string; about: string; text: (summary: NonNullable<GroupSummary>) => string }

const LINES: readonly Line[] = [
  {
    name: 'geometric mean',
    about: 'The average of ratios: an arithmetic mean would depend on which side is the base',
    text: ({ geometricMean }) => formatRatio(geometricMean),
  },
  { name: 'median', about: 'The middle ratio of the group', text: ({ median }) => formatRatio(median) },
  {
    name: 'range',
    about: 'The smallest and the largest ratio of the group',
    text: ({ min, max }) => `${formatRatio(min)} – ${formatRatio(max)}`,
  },
]

/** Renders summary lines for the ratios of a group, including hidden rows. */
function summaryHtml(summaries: readonly GroupSummary[]): Html[] {
  return LINES.map(({ name, about, text }) => {
    const cells = summaries.map((summary) => html`<td>${summary === null ? MISSING : text(summary)}</td>`)
    return html`<tr class="${cellStyle.summary}"><th scope="row" title="${about}">${name}</th>${cells}</tr>`
  })
}
