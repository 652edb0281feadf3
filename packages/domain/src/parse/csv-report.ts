import { CsvError, parse } from 'csv-parse/sync'
import { cutLastLine, refusal } from './invariants/invariants.ts'
import type { Problem } from './problem.ts'
import { splitLines } from './text-lines.ts'

/** A row of a CSV report: its first line, and its cells by the name of their column. */
export type CsvRow = { line: number; cells: Readonly<Record<string, string>> }

export type CsvReport = { columns: readonly string[]; rows: readonly CsvRow[] }

type CsvOptions = {
  delimiter?: string
  /** True for rows that the tool ends before the last columns. */
  mayBeShort?: (cells: readonly string[]) => boolean
}

/**
 * Parses the CSV that a tool writes, whose first line names the columns. Refuses a row with another number of cells than
 * the header, quotes that do not close, and a last line without a line end. Never throws.
 */
export function parseCsvReport(
  text: string,
  file: string,
  { delimiter = ',', mayBeShort = () => false }: CsvOptions = {},
): { report: CsvReport } | { problems: Problem[] } {
  const { lines, endsMidLine } = splitLines(text)
  if (endsMidLine) return { problems: [cutLastLine(file, lines.length)] }
  const all = recordsOf(text, delimiter)
  if (all === null) return { problems: [refusal(file, 'has quotes that do not close', lines.length)] }
  const [header, ...records] = all
  if (header === undefined) return { problems: [refusal(file, 'is empty')] }
  const columns = header.cells
  const uneven = records.filter(
    ({ cells }) => cells.length > columns.length || (cells.length < columns.length && !mayBeShort(cells)),
  )
  if (uneven.length > 0) {
    return {
      problems: uneven.map(({ cells, line }) =>
        refusal(file, `has ${cells.length} columns, but the header has ${columns.length}`, line),
      ),
    }
  }
  const rows = records.map(({ cells, line }) => ({
    line,
    cells: Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])),
  }))
  return { report: { columns, rows } }
}

type CsvRecord = { line: number; cells: string[] }

/** The records with their first lines; null when quotes do not close. */
function recordsOf(text: string, delimiter: string): CsvRecord[] | null {
  try {
    const found: unknown = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    })
    if (!Array.isArray(found)) return null
    return found.map((one) => {
      // The shape that csv-parse documents for the option `info`; `lines` counts up to the end of the record.
      const { record, info } = one as { record: string[]; info: { lines: number } }
      const own = record.join('').split('\n').length - 1
      return { line: info.lines - own, cells: record }
    })
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}

/** True when the first line of a file has these columns in this order, and perhaps more after them. */
export function hasCsvColumns(text: string, columns: readonly string[], delimiter = ','): boolean {
  const [first = ''] = text
    .slice(0, 4_000)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
  const cells = first.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  return columns.every((column, at) => cells[at] === column)
}
