import { dimensionWord } from '../axis-label.ts'
import { changeBand } from '../change-band.ts'
import { formatRatio, MISSING } from '../format-cell.ts'
import type { Band, Cell, Grid, GridGroup, GridTable } from '../grid.ts'
import type { CellRef } from '../tldr/tldr.ts'
import { cellMarker, hasMarks, MARKS_LEGEND } from '../verdict-marks.ts'
import { verdictSentence } from '../verdict-words.ts'
import { escapeHtml } from './escape-html.ts'
import { numberFootnotes } from './footnote-marks.ts'
import { cellFormatter, tableTitle } from './shown-table.ts'

// Styles are inline, because blogs and mail programs remove style sheets. Orange and blue can be distinguished with all
// common kinds of color blindness. The text color is set as well, for pages with a dark background.
const CELL = 'padding:2px 8px;text-align:right'
const NAME = 'padding:2px 8px;text-align:left;font-weight:normal'
const HEAD = 'padding:2px 8px;text-align:right'
const GROUP = 'padding:8px 8px 2px;text-align:left'
const BAND_STYLE: Record<Band, string> = {
  worse: ';background:#fbdcb8;color:#15181d',
  better: ';background:#cbe0fa;color:#15181d',
  neutral: '',
  none: '',
}

/** Options for tables on a page that links to their cells. */
export type CellLinks = {
  /** Index of the first table of the grid among the tables of the page, from 0. */
  firstTable: number
  idOf: (ref: CellRef) => string | null
  hrefOf: (cell: Cell) => string | null
}

/**
 * Renders a fragment to paste into a page: tables with captions that need no style sheet or script; names are escaped.
 *
 * @param links only for pages of this server.
 */
export function renderHtml(grid: Grid, links: CellLinks | null = null): string {
  if (grid.tables.length === 0)
    return ['<p>No results.</p>', ...grid.warnings.map(({ text }) => `<p>${escapeHtml(text)}</p>`)]
      .join('\n')
      .concat('\n')
  const { notes, marksOf } = numberFootnotes(grid)
  const warnings = grid.warnings.map(({ text }) => `<p>${escapeHtml(text)}</p>`)
  const footnotes = notes.map(({ text, href }) => {
    const link =
      href !== undefined && /^https?:\/\//i.test(href) ? ` <a href="${escapeHtml(href)}">${escapeHtml(href)}</a>` : ''
    return `<li>${escapeHtml(text)}${link}</li>`
  })
  const list = footnotes.length === 0 ? [] : ['<ol>', ...footnotes, '</ol>']
  const sentence = verdictSentence(grid)
  const verdicts = sentence === null ? [] : [`<p>${sentence}${hasMarks(grid) ? ` ${MARKS_LEGEND}.` : ''}</p>`]
  return `${[...warnings, ...grid.tables.map((table, at) => renderTable(grid, table, { marksOf, links, at })), ...verdicts, ...list].join('\n')}\n`
}

type Drawing = { marksOf: (cell: Cell) => number[]; links: CellLinks | null; at: number }

function renderTable(grid: Grid, table: GridTable, { marksOf, links, at }: Drawing): string {
  const index = (links?.firstTable ?? 0) + at
  let nextRow = 0
  const format = cellFormatter(table)
  const markOf = cellMarker(grid)
  const base = grid.show === 'absolute' || table.baseLabel === null ? '' : `Relative to: ${table.baseLabel}`
  const caption = [tableTitle(grid, table), base].filter((part) => part !== '').join('. ')
  const rowHeader = escapeHtml(grid.rowDimensions.map(dimensionWord).join(' '))
  const head = table.columns.map(({ label }) => `<th scope="col" style="${HEAD}">${escapeHtml(label)}</th>`).join('')
  return [
    `<table style="border-collapse:collapse;font-variant-numeric:tabular-nums"${links === null ? '' : ` data-table="${index}"`}>`,
    ...(caption === '' ? [] : [`<caption style="text-align:left">${escapeHtml(caption)}</caption>`]),
    `<thead><tr><th scope="col" style="${NAME}">${rowHeader}</th>${head}</tr></thead>`,
    ...table.groups.flatMap(renderGroup),
    '</table>',
  ].join('\n')

  function renderGroup({ name, rows, summaries }: GridGroup): string[] {
    const heading =
      name === null
        ? []
        : [
            `<tr><th scope="rowgroup" colspan="${table.columns.length + 1}" style="${GROUP}">${escapeHtml(name)}</th></tr>`,
          ]
    const body = rows.map(({ label, cells }) => {
      const row = nextRow++
      return renderRow(
        label,
        cells.map((cell, column) => renderCell(cell, { table: index, row, column })),
        row,
      )
    })
    const averages = summaries.map((summary) => formatRatio(summary?.geometricMean ?? null))
    const summarized = grid.show !== 'absolute' && rows.length > 1 && averages.some((average) => average !== MISSING)
    const summary = averages.map((average) => `<td style="${CELL}"><i>${average}</i></td>`)
    return ['<tbody>', ...heading, ...body, ...(summarized ? [renderRow('geometric mean', summary)] : []), '</tbody>']
  }

  function renderRow(label: string, cells: readonly string[], row: number | null = null): string {
    const of = links === null || row === null ? '' : ` data-row="${row}"`
    return `<tr${of}><th scope="row" style="${NAME}">${escapeHtml(label)}</th>${cells.join('')}</tr>`
  }

  function renderCell(cell: Cell, at: CellRef): string {
    const marks = marksOf(cell).join(' ')
    const both = `${format(cell, 'absolute')} (${format(cell, 'relative')})`
    const shown = grid.show !== 'both' ? format(cell, grid.show) : cell.value === null ? MISSING : both
    const mark = markOf(cell)
    const judged = mark === null ? shown : `${shown} <span title="${mark.word}">${mark.mark}</span>`
    const id = links?.idOf(at) ?? null
    const href = links?.hrefOf(cell) ?? null
    const linked = href === null ? judged : `<a href="${escapeHtml(href)}" style="color:inherit">${judged}</a>`
    const named = id === null ? '' : ` id="${id}"`
    return `<td style="${CELL}${BAND_STYLE[changeBand(cell)]}"${named}>${linked}${marks === '' ? '' : `<sup>${marks}</sup>`}</td>`
  }
}
