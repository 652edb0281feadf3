import { CsvError, parse } from 'csv-parse/sync'
import { refusal } from '../../parse/invariants/invariants.ts'
import type { Problem } from '../../parse/problem.ts'
import { splitLines } from '../../parse/text-lines.ts'

/** A table of a database client: its columns in lower case, and its rows with their lines. */
export type CounterTable = { columns: readonly string[]; rows: readonly { line: number; cells: readonly string[] }[] }

/**
 * Reads a table as `psql`, `psql --csv`, `mysql` and `mysql --batch` print it. Every row must have as many cells as the
 * header, and the last line must be complete.
 */
export function readCounterTable(text: string, file: string): { table: CounterTable; problems: Problem[] } | null {
  const { lines, endsMidLine } = splitLines(text)
  const header = lines.findIndex((line) => /[,|\t]/.test(line) && !isRule(line))
  const all = header < 0 ? null : rowsOf(lines, header)
  const [first, ...rows] = all ?? []
  if (first === undefined) return null
  const uneven = rows.find(({ cells }) => cells.length !== first.cells.length)
  const problems =
    uneven === undefined
      ? []
      : [refusal(file, `has ${uneven.cells.length} columns, but the header has ${first.cells.length}`, uneven.line)]
  if (endsMidLine) problems.push(refusal(file, 'the last line has no end, so the table is cut', lines.length))
  return { table: { columns: first.cells.map((name) => name.toLowerCase()), rows }, problems }
}

/** The line below a header of psql, or around a table of mysql. */
const isRule = (line: string): boolean => /^[-+ ]+$/.test(line)

type Row = { line: number; cells: string[] }

function rowsOf(lines: readonly string[], header: number): Row[] | null {
  const head = lines[header] ?? ''
  if (head.includes('|')) return barredRows(lines, header)
  const separator = head.includes('\t') ? '\t' : ','
  try {
    const text = `${lines.slice(header).join('\n')}\n`
    const options = {
      delimiter: separator,
      info: true,
      relax_column_count: true,
      quote: separator === ',' ? '"' : false,
    }
    const found: unknown = parse(text, options)
    if (!Array.isArray(found)) return null
    return found.map((one): Row => {
      // The shape that csv-parse documents for the option `info`.
      const { record, info } = one as { record: string[]; info: { lines: number } }
      return { line: header + info.lines, cells: record.map((cell) => cell.trim()) }
    })
  } catch (error) {
    // CsvError means that quotes do not close or are inside a cell.
    if (error instanceof CsvError) return null
    throw error
  }
}

/** Rows of psql and mysql, whose cells are divided by `|`. The footer `(3 rows)` and rules are not rows. */
function barredRows(lines: readonly string[], header: number): Row[] {
  return lines.slice(header).flatMap((line, at): Row[] => {
    if (line.trim() === '' || isRule(line) || /^\(\d+ rows?\)$/.test(line) || /^\d+ rows? in set/.test(line)) return []
    const inner = line.trim().startsWith('|') ? line.trim().replace(/^\||\|$/g, '') : line
    return [{ line: header + at + 1, cells: inner.split('|').map((cell) => cell.trim()) }]
  })
}
