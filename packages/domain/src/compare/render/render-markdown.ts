import { escapeMarkdownLine } from '../../publish/markdown/escape-markdown.ts'
import { dimensionWord } from '../axis-label.ts'
import { formatRatio, MISSING } from '../format-cell.ts'
import type { Cell, Grid, GridGroup, GridTable } from '../grid.ts'
import { cellMarker, hasMarks, MARKS_LEGEND } from '../verdict-marks.ts'
import { verdictSentence } from '../verdict-words.ts'
import { numberFootnotes } from './footnote-marks.ts'
import { cellFormatter, tableTitle } from './shown-table.ts'

/**
 * Renders pipe tables (GitHub flavour): label first, changes and verdicts marked by signs, groups with their geometric
 * mean of ratios, warnings above, the summary of verdicts and footnotes below.
 */
export function renderMarkdown(grid: Grid): string {
  if (grid.tables.length === 0) {
    return ['No results.', ...grid.warnings.map(({ text }) => `> ${escapeMarkdownLine(text)}`)]
      .join('\n\n')
      .concat('\n')
  }
  const { notes, marksOf } = numberFootnotes(grid)
  const warnings = grid.warnings.map(({ text }) => `> ${escapeMarkdownLine(text)}`)
  const tables = grid.tables.map((table) => renderTable(grid, table, marksOf))
  const footnotes = notes.map(({ number, text, href }) => {
    const link = href !== undefined && /^https?:\/\/[^\s<>]+$/i.test(href) ? ` <${href}>` : ''
    return `[^${number}]: ${escapeMarkdownLine(text)}${link}`
  })
  const verdicts = [verdictSentence(grid) ?? '', hasMarks(grid) ? `${MARKS_LEGEND}.` : ''].filter(Boolean).join(' ')
  return `${[warnings.join('\n>\n'), ...tables, verdicts, footnotes.join('\n')].filter((part) => part !== '').join('\n\n')}\n`
}

function renderTable(grid: Grid, table: GridTable, marksOf: (cell: Cell) => number[]): string {
  const format = cellFormatter(table)
  const markOf = cellMarker(grid)
  const title = tableTitle(grid, table)
  const base =
    grid.show === 'absolute' || table.baseLabel === null ? '' : `Relative to: ${escapeMarkdownLine(table.baseLabel)}`
  const rowHeader = grid.rowDimensions.map(dimensionWord).join(' ')
  const lines = [
    row([rowHeader, ...table.columns.map(({ label }) => label)].map(escapeMarkdownLine)),
    `|---|${'---:|'.repeat(table.columns.length)}`,
    ...table.groups.flatMap(renderGroup),
  ]
  return [title === '' ? '' : `### ${escapeMarkdownLine(title)}`, base, lines.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n')

  function renderGroup({ name, rows, summaries }: GridGroup): string[] {
    const heading = name === null ? [] : [row([`**${escapeMarkdownLine(name)}**`, ...table.columns.map(() => '')])]
    const body = rows.map(({ label, cells }) => row([escapeMarkdownLine(label), ...cells.map(renderCell)]))
    const averages = summaries.map((summary) => formatRatio(summary?.geometricMean ?? null))
    const summarized = grid.show !== 'absolute' && rows.length > 1 && averages.some((average) => average !== MISSING)
    return [
      ...heading,
      ...body,
      ...(summarized ? [row(['*geometric mean*', ...averages.map((average) => `*${average}*`)])] : []),
    ]
  }

  function renderCell(cell: Cell): string {
    const shown = grid.show === 'both' ? bothViews(cell) : format(cell, grid.show)
    const sign = markOf(cell)?.mark ?? ''
    return `${shown}${sign === '' ? '' : ` ${sign}`}${marksOf(cell)
      .map((number) => `[^${number}]`)
      .join('')}`
  }

  function bothViews(cell: Cell): string {
    return cell.value === null ? MISSING : `${format(cell, 'absolute')} (${format(cell, 'relative')})`
  }
}

const row = (fields: readonly string[]) => `| ${fields.join(' | ')} |`
