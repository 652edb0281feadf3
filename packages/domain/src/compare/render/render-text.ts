import { guardFormula } from '../../publish/csv/guard-formula.ts'
import { isExcluded } from '../band.ts'
import { isBaseNote } from '../base/base-note.ts'
import { isMixed, MIXED, mixedNoteShortener } from '../cells/mixed-note.ts'
import type { Cell, Grid, GridGroup, GridTable } from '../grid.ts'
import { cellMarker, hasMarks, MARKS_LEGEND } from '../verdict-marks.ts'
import { verdictSentence } from '../verdict-words.ts'
import { flagText } from './flag-text.ts'
import { cellFormatter, printedColumns, tableTitle, type View, viewsOf } from './shown-table.ts'

/** The legend of `*`, with the words of the validity flags that occur. */
const starNote = (words: readonly string[]) => `* not comparable: ${words.join(', ')}`

/**
 * Renders the text table for posts: `Relative to:`, a `col-N :` line for each column, then for each group a header that
 * ends in the group's name, and tab-separated rows with the label last. Each further table follows two empty lines and
 * a title. Verdicts are marked on request; otherwise rows have the published format. A cell whose base needs a note, or
 * that mixes results, refers to the note: `0.40[1]`. Warnings come last, each on a line that begins with `#`, except
 * the warning about the archive's arithmetic, whose users compare the text with the archive's files.
 */
export function renderText(grid: Grid): string {
  const marks = textMarks(grid)
  const blocks = grid.tables.flatMap((table) =>
    viewsOf(grid).map((view) => {
      const title = tableTitle(grid, table)
      return `${title === '' ? '' : `${oneLine(title)}\n`}${renderTable(table, view, marks)}`
    }),
  )
  const tables = blocks.length === 0 ? 'No results.\n' : blocks.join('\n\n')
  const warnings = grid.warnings.filter(({ code }) => code !== 'as-published').map(({ text }) => `# ${oneLine(text)}\n`)
  return [tables, ...(warnings.length === 0 ? [] : ['\n', ...warnings])].join('')
}

type TextMarks = { of: (cell: Cell) => string; note: string | null }

function textMarks(grid: Grid): TextMarks {
  if (!grid.verdictsInText || !hasMarks(grid)) return { of: () => '', note: null }
  const markOf = cellMarker(grid)
  const of = (cell: Cell) => (cell.verdict === null ? '' : (markOf(cell)?.mark ?? ''))
  return { of, note: `${verdictSentence(grid)} ${MARKS_LEGEND}.` }
}

function renderTable(table: GridTable, view: View, marks: TextMarks): string {
  const columns = printedColumns(table, view)
  const format = cellFormatter(table)
  const legend = columns.map(({ column }, i) => `col-${i + 1} : ${oneLine(column.label)}`)
  const base = view === 'relative' && table.baseLabel !== null ? [`Relative to: ${oneLine(table.baseLabel)}`] : []
  const textsOf = noteTexts(table, view)
  const notes = [...new Set(printedCells(table, columns).flatMap(textsOf))]
  const groups = table.groups.map((group) => [...renderGroup(group), ''])
  const words = flagText([table]).excluded
  const star = words.length === 0 ? [] : ['', starNote(words)]
  const verdicts = view === 'relative' && marks.note !== null ? ['', marks.note] : []
  const noteLines = notes.map((text, i) => `[${i + 1}] ${oneLine(text)}`)
  const ends = [...star, ...(notes.length === 0 ? [] : ['', ...noteLines]), ...verdicts]
  return [...base, ...legend, '', ...groups.flat().slice(0, -1), ...ends, ''].join('\n')

  function renderGroup({ name, rows }: GridGroup): string[] {
    const header = [...columns.map((_, i) => `col-${i + 1}`), ...(name === null ? [] : [guardFormula(oneLine(name))])]
    const lines = rows.map(({ cells, label }) => {
      const numbers = columns.map(({ index }) => {
        const cell = cells[index]
        if (cell === undefined) return ''
        const mark = view === 'relative' ? marks.of(cell) : ''
        return `${format(cell, view)}${isExcluded(cell.footnotes) ? '*' : ''}${mark}${references(cell)}`
      })
      // Spreadsheets read a pasted row as cells, so the label must not be a formula.
      return [...numbers, guardFormula(oneLine(label))].join('\t')
    })
    return [header.join('\t'), ...lines]
  }

  function references(cell: Cell): string {
    return textsOf(cell)
      .map((text) => `[${notes.indexOf(text) + 1}]`)
      .join('')
  }
}

/** The footnotes that a cell must show: about its base, and about mixed results. */
function noteTexts(table: GridTable, view: View): (cell: Cell) => string[] {
  const shorten = mixedNoteShortener([table])
  if (view !== 'relative') return ({ footnotes }) => footnotes.filter(({ code }) => code === MIXED).map(shorten)
  return ({ ratio, footnotes }) => [
    ...footnotes.filter(isBaseNote).map(({ text }) => text),
    ...(ratio === null ? [] : footnotes.filter(({ code }) => isMixed(code)).map(shorten)),
  ]
}

const printedCells = ({ groups }: GridTable, columns: readonly { index: number }[]): Cell[] =>
  groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => columns.flatMap(({ index }) => cells[index] ?? [])))

/** Tabs and line breaks in a name would break the columns. */
const oneLine = (name: string): string => name.replaceAll(/\s+/g, ' ')
