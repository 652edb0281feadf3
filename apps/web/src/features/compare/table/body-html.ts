import type { DimensionName } from '@assay/domain/compare/dimension'
import { escapeHtml } from '@assay/domain/compare/escape-html'
import { BAND_SIGN, BAND_WORD, formatRatio, MISSING } from '@assay/domain/compare/format-cell'
import type { Cell, Grid, GridGroup, GridRow, GroupSummary } from '@assay/domain/compare/grid'
import type { View } from '@assay/domain/compare/shown-table'
import { runPath } from '../../../paths.ts'
import { withBase } from '../change-comparison.ts'
import { bandStrength } from './band-strength.ts'
import style from './compare-table.module.css'
import type { TableLinks } from './compare-table.tsx'

/** What the cells of one table have in common. */
export type Drawing = {
  show: Grid['show']
  format: (cell: Cell, view: View) => string
  marksOf: (cell: Cell) => readonly number[]
  project: string
}

export type GroupDrawing = {
  group: GridGroup
  /** Number of its first row, counted through all groups of the table. */
  firstRow: number
  tableIndex: number
  columnCount: number
  rowDimensions: readonly DimensionName[]
  drawing: Drawing
  links: TableLinks
}

/**
 * The rows of one group as HTML: its name, its rows, and what they say together. Text rather than components, because a
 * table has hundreds of cells that never change in the browser, and as components they were nine tenths of the page's
 * time and two thirds of its bytes (docs/decisions/031). All text passes `escapeHtml`.
 */
export function groupHtml({
  group,
  firstRow,
  tableIndex,
  columnCount,
  rowDimensions,
  drawing,
  links,
}: GroupDrawing): string {
  const name =
    group.name === null
      ? ''
      : `<tr${classed('group')}><th scope="rowgroup" colspan="${columnCount + 1}"><span>${escapeHtml(group.name)}</span></th></tr>`
  const rows = group.rows.map((row, index) => {
    const place = firstRow + index
    const cells = row.cells.map((cell) => cellHtml(cell, drawing)).join('')
    const header = rowHeaderHtml(row, `${tableIndex}.${place}`, rowDimensions, links)
    return `<tr data-row="${place}"${row.isBase ? classed('baseRow') : ''}>${header}${cells}</tr>`
  })
  const summaries = drawing.show !== 'absolute' && group.rows.length > 1 ? summaryHtml(group.summaries) : ''
  return name + rows.join('') + summaries
}

/** The name of a row opens its chart; the mark beside it divides by the row. */
function rowHeaderHtml(
  row: GridRow,
  chart: string,
  rowDimensions: readonly DimensionName[],
  links: TableLinks,
): string {
  const label = escapeHtml(row.label)
  const open = `<a href="${escapeHtml(links.chartHref(chart))}" data-chart="${chart}"${classed('rowName')} title="Chart of ${label}">${label}<span class="visually-hidden"> draw as chart</span></a>`
  if (rowDimensions.length === 0) return `<th scope="row"><span${classed('rowHead')}>${open}</span></th>`
  const href = escapeHtml(links.hrefTo(withBase(links.comparison, rowDimensions, row.values)))
  const [sign, words] = row.isBase ? ['base', 'the base'] : ['÷', `use ${label} as base`]
  const base = `<a href="${href}" data-soft=""${classed(row.isBase ? 'rowIsBase' : 'rowBase')} title="Divide by ${label}"><span aria-hidden="true">${sign}</span><span class="visually-hidden">${words}</span></a>`
  return `<th scope="row"><span${classed('rowHead')}>${open}${base}</span></th>`
}

/** A number is a link to the newest run behind it; a sign and a word say worse or better before colour does. */
function cellHtml(cell: Cell, drawing: Drawing): string {
  const [newest] = cell.runIds
  if (cell.value === null || newest === undefined) {
    return `<td${classed('missing')}>${MISSING}<span class="visually-hidden"> missing</span></td>`
  }
  const marks = drawing.marksOf(cell)
  const sup = marks.length > 0 ? `<sup>${marks.join(' ')}</sup>` : ''
  return `<td${bandClass(cell)}><a href="${runPath(drawing.project, newest)}">${numbersHtml(cell, drawing)}${signHtml(cell)}${sup}</a></td>`
}

function numbersHtml(cell: Cell, { show, format }: Drawing): string {
  if (show !== 'both') return escapeHtml(format(cell, show))
  return `<span${classed('absolute')}>${escapeHtml(format(cell, 'absolute'))}</span> ${escapeHtml(format(cell, 'relative'))}`
}

function signHtml({ band }: Cell): string {
  if (band !== 'worse' && band !== 'better') return ''
  return `<span${classed('sign')} role="img" aria-label="${BAND_WORD[band]}">${BAND_SIGN[band]}</span>`
}

function bandClass({ band, ratio, isBase }: Cell): string {
  if (isBase) return classed('baseCell')
  const strength = bandStrength(band, ratio)
  return strength === 0 ? '' : classed(`${band}${strength}`)
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

/** What the ratios of a group say together, hidden rows included. */
function summaryHtml(summaries: readonly GroupSummary[]): string {
  return LINES.map(({ name, about, text }) => {
    const cells = summaries.map((summary) => `<td>${summary === null ? MISSING : text(summary)}</td>`).join('')
    return `<tr${classed('summary')}><th scope="row" title="${about}">${name}</th>${cells}</tr>`
  }).join('')
}

const classed = (name: string) => ` class="${style[name] ?? ''}"`
