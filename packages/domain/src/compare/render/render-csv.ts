import { guardFormula } from '../../publish/csv/guard-formula.ts'
import { dimensionWord } from '../axis-label.ts'
import { isBaseNote } from '../base/base-note.ts'
import { hasMixedCells } from '../cells/mixed-note.ts'
import { formatRatio } from '../format-cell.ts'
import type { Cell, Grid, GridRow, GridTable } from '../grid.ts'
import { decisionOf } from '../verdict/verdict-codes.ts'
import { hasMarks } from '../verdict-marks.ts'
import { notShownWarning } from '../warnings/not-shown.ts'
import { flagText } from './flag-text.ts'
import { cellFormatter, type View, viewsOf } from './shown-table.ts'

/** A field: a number as shown, a text, or null for an empty field. */
type Field = { number: string } | { text: string } | null

/**
 * Renders all tables as one CSV (RFC 4180: one header, lines end in CRLF): table dimensions, metric, group and row
 * dimensions, then a field per column, and a second one, `… relative`, where both views are shown. Numbers have the
 * displayed digits; the JSON format has exact ones. A missing value is an empty field. Each judged column has five more
 * fields: band, verdict, the interval of the ratio (two), and the repeats that a verdict would need. The last field has
 * the notes: validity flags, bases that need a note, cells that mix results, and a truncated comparison.
 */
export function renderCsv(grid: Grid): string {
  if (grid.tables.length === 0 && grid.warnings.length > 0) return emptyCsv(grid)
  const views = viewsOf(grid)
  const columnLabels = [...new Set(grid.tables.flatMap(({ columns }) => columns.map(({ label }) => label)))]
  const judgedLabels = hasMarks(grid) ? columnLabels.filter((label) => isJudgedColumn(grid, label)) : []
  const { excluded, counted } = flagText(grid.tables)
  const isNoted =
    excluded.length + counted.length > 0 ||
    hasBaseNotes(grid) ||
    hasMixedCells(grid.tables) ||
    grid.notShown !== undefined
  const header: Field[] = [
    ...tableFields(grid).map(({ name }) => ({ text: name })),
    { text: 'group' },
    ...(grid.rowDimensions.length === 0 ? ['row'] : grid.rowDimensions.map(dimensionWord)).map((text) => ({ text })),
    ...columnLabels.flatMap((label) => views.map((view) => ({ text: columnName(label, view, views) }))),
    ...judgedLabels.flatMap((label) => VERDICT_FIELDS.map(({ name }) => ({ text: `${label} ${name}` }))),
    ...(isNoted ? [{ text: 'notes' }] : []),
  ]
  const lines = grid.tables.flatMap((table) => {
    const format = cellFormatter(table)
    return table.groups.flatMap(({ rows }) => rows.map((row) => line(table, row, format)))
  })
  return [header, ...lines].map((fields) => `${fields.map(escapeField).join(',')}\r\n`).join('')

  function line(table: GridTable, row: GridRow, format: ReturnType<typeof cellFormatter>): Field[] {
    const cells = new Map(table.columns.map(({ label }, i) => [label, row.cells[i]]))
    const rowValues = row.values.length === 0 ? [row.label] : row.values
    return [
      ...tableFields(grid).map(({ of }) => ({ text: of(table) })),
      { text: row.group ?? '' },
      ...rowValues.map((text) => ({ text })),
      ...columnLabels.flatMap((label) =>
        views.map((view): Field => {
          const cell = cells.get(label)
          const shown = view === 'relative' ? cell?.ratio : cell?.value
          return cell === undefined || shown == null ? null : { number: format(cell, view) }
        }),
      ),
      ...judgedLabels.flatMap((label) => {
        const cell = cells.get(label)
        return VERDICT_FIELDS.map(({ of }) => (cell === undefined ? null : of(cell)))
      }),
      ...(isNoted ? [notesOf(table, row, grid)] : []),
    ]
  }
}

const hasBaseNotes = ({ tables }: Grid): boolean =>
  tables.some(({ groups }) =>
    groups.some(({ rows }) => rows.some(({ cells }) => cells.some(({ footnotes }) => footnotes.some(isBaseNote)))),
  )

/** A grid without tables has one row with the reason, which cannot be mistaken for a result. */
const emptyCsv = ({ warnings }: Grid): string =>
  [[{ text: 'notes' }], ...warnings.map(({ text }) => [{ text }])]
    .map((fields) => `${fields.map(escapeField).join(',')}\r\n`)
    .join('')

const numberField = (number: number | undefined): Field =>
  number === undefined ? null : { number: formatRatio(number) }

const VERDICT_FIELDS: readonly { name: string; of: (cell: Cell) => Field }[] = [
  { name: 'band', of: ({ band, verdict }) => (verdict === null ? null : { text: band }) },
  { name: 'verdict', of: ({ verdict }) => (verdict === null ? null : { text: decisionOf(verdict) }) },
  { name: 'low', of: ({ verdict }) => numberField(verdict?.interval?.low) },
  { name: 'high', of: ({ verdict }) => numberField(verdict?.interval?.high) },
  {
    name: 'repeats needed',
    of: ({ verdict }) => (verdict?.repeatsNeeded == null ? null : { number: String(verdict.repeatsNeeded) }),
  },
]

function isJudgedColumn({ tables }: Grid, label: string): boolean {
  return tables.some(({ columns, groups }) => {
    const at = columns.findIndex((column) => column.label === label)
    return groups.some(({ rows }) => rows.some(({ cells }) => cells[at]?.verdict != null))
  })
}

/** The footnotes of the cells of a row, each after the name of its column, and the note of a truncated comparison. */
function notesOf({ columns }: GridTable, { cells }: GridRow, { notShown }: Grid): Field {
  const cut = notShown === undefined ? [] : [notShownWarning(notShown).text]
  const ofCells = columns.flatMap(({ label }, i) => {
    const own = cells[i]?.footnotes ?? []
    return own.length === 0 ? [] : [`${label}: ${own.map(({ text }) => text).join(' ')}`]
  })
  const notes = [...ofCells, ...cut]
  return notes.length === 0 ? null : { text: notes.join(' ') }
}

/** Fields that distinguish tables, if there are several. */
function tableFields(grid: Grid): { name: string; of: (table: GridTable) => string }[] {
  const severalMetrics = new Set(grid.tables.map(({ metric }) => metric)).size > 1
  const severalKeys = grid.tables.some(({ key }) => key.values.length > 0)
  return [
    ...(severalKeys ? [{ name: 'table', of: ({ key }: GridTable) => key.label }] : []),
    ...(severalMetrics ? [{ name: 'metric', of: ({ metric }: GridTable) => metric }] : []),
  ]
}

const columnName = (label: string, view: View, views: readonly View[]) =>
  views.length > 1 && view === 'relative' ? `${label} relative` : label

function escapeField(field: Field): string {
  if (field === null) return ''
  if ('number' in field) return field.number
  const text = guardFormula(field.text)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
