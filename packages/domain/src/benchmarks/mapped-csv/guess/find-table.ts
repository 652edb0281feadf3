import { CsvError, parse } from 'csv-parse/sync'

/** A table of a spreadsheet: its headings, and the rows below them with their lines. */
export type Table = { headings: string[]; line: number; rows: { line: number; cells: string[] }[]; titles: string[] }

const SEPARATORS = [';', '\t', ',', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

/** Cells of the row below the headings that states units. */
const UNIT = /^(?:|-|#|%|[a-zµμ]{1,4}|(?:1|[kmg]?b|[a-z]{2,12})\/(?:s|sec|h|min)|seconds|count|number)$/i

/** Finds the separator that divides most rows into the same number of cells; null when none does. */
export function findTable(text: string): { table: Table; separator: Separator } | null {
  const candidates = SEPARATORS.flatMap((separator) => {
    const rows = rowsOf(text, separator)
    if (rows === null) return []
    const counts = new Map<number, number>()
    for (const { cells } of rows) if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
    const [columns, count] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [0, 0]
    return count > 1 ? [{ separator, rows, columns, count }] : []
  })
  const [best] = candidates.sort((a, b) => b.count - a.count || b.columns - a.columns)
  const table = best === undefined ? null : tableOf(best.rows)
  return best === undefined || table === null ? null : { table, separator: best.separator }
}

type Row = { line: number; cells: string[] }

function rowsOf(text: string, separator: Separator): Row[] | null {
  try {
    const found: unknown = parse(text, { bom: true, delimiter: separator, info: true, relax_column_count: true })
    if (!Array.isArray(found)) return null
    return found.map((one): Row => {
      // The shape that csv-parse documents for the option `info`.
      const { record, info } = one as { record: string[]; info: { lines: number } }
      return { line: info.lines, cells: record.map((cell) => withoutBlanksInNumber(cell.trim())) }
    })
  } catch (error) {
    // CsvError means that quotes do not close or are inside a cell.
    if (error instanceof CsvError) return null
    throw error
  }
}

/** `1 234,5` as French spreadsheets write it with a narrow blank, and `1'234.5` of Swiss ones. */
const GROUPED = /^[-+]?\d{1,3}(?:[\u00a0\u2009\u202f '’]\d{3})+(?:[.,]\d+)?$/

const withoutBlanksInNumber = (cell: string): string =>
  GROUPED.test(cell) ? cell.replaceAll(/[\u00a0\u2009\u202f '’]/g, '') : cell

/**
 * The rows with two lines of headings as one, where cells of the upper one are merged over several columns: `PostgreSQL 18.1,,`
 * above `TPS,p95` is `PostgreSQL 18.1 TPS` and `PostgreSQL 18.1 p95`.
 */
function joinMergedHeadings(rows: readonly Row[], first: number): readonly Row[] {
  const [upper, lower] = rows.slice(first, first + 2)
  if (upper === undefined || lower === undefined) return rows
  const width = lower.cells.findLastIndex((cell) => cell !== '') + 1
  const start = upper.cells.findIndex((cell) => cell !== '')
  const isMerged = upper.cells.slice(start, width).some((cell) => cell === '')
  const areNames = lower.cells.slice(0, width).every((cell) => !/^[-+]?[\d.,]+%?$/.test(cell))
  const areComplete = lower.cells.slice(0, width).every((cell, i) => cell !== '' || (upper.cells[i] ?? '') !== '')
  if (!isMerged || !areNames || !areComplete) return rows
  let group = ''
  const cells = lower.cells.slice(0, width).map((cell, i) => {
    group = upper.cells[i] || group
    return [group, cell].filter((text) => text !== '').join(' ')
  })
  return [...rows.slice(0, first), { line: upper.line, cells }, ...rows.slice(first + 2)]
}

function tableOf(all: readonly Row[]): Table | null {
  const rows = all.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const first = rows.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1)
  const filled = joinMergedHeadings(rows, first)
  const header = filled[first]
  if (header === undefined) return null
  const width = header.cells.findLastIndex((cell) => cell !== '') + 1
  const headings = header.cells.slice(0, width)
  if (headings.some((heading) => heading === '' || /^[-+\d.,]+$/.test(heading) === true)) return null
  const below = filled.slice(first + 1)
  const [units] = below
  const hasUnits = units?.cells.every((cell) => UNIT.test(cell)) === true && units.cells.some((cell) => cell !== '')
  return {
    headings: headings.map((heading, i) => {
      const unit = hasUnits ? (units?.cells[i] ?? '') : ''
      return unit === '' || unit === '-' ? heading : `${heading} [${unit}]`
    }),
    line: header.line,
    // Spreadsheets write empty cells after the last column.
    rows: below.slice(hasUnits ? 1 : 0).map(({ line, cells }) => ({ line, cells: trimTo(cells, width) })),
    titles: filled.slice(0, first).map(({ cells }) => cells.join(' ').trim()),
  }
}

const trimTo = (cells: readonly string[], width: number): string[] =>
  cells.slice(width).every((cell) => cell === '') ? cells.slice(0, width) : [...cells]
