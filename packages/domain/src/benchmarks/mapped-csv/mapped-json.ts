import { z } from 'zod'
import { refusal } from '../../parse/invariants/invariants.ts'
import { parseJsonReport } from '../../parse/json-report.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { unwrap } from '../../result.ts'
import type { CsvMapping } from './csv-mapping.ts'
import { type JsonRow, parseJsonPath, selectRows, selectValue } from './json-path.ts'
import { MAX_ROWS, type MappedCsv, type MappedTable, readMappedTable } from './mapped-csv.ts'

/**
 * Parses a JSON document, or one on each line, by its mapping: `rows` selects the objects that are rows, and the columns
 * are paths inside of them. The cells are then those of a table, so that values are checked as those of a CSV are.
 */
export function parseMappedJson(text: string, file: string, mapping: CsvMapping): Parsed<MappedCsv> {
  const lines = isJsonLines(text) ? linesOf(text) : [{ text, line: 1 }]
  const problems: Problem[] = []
  const rows: { row: JsonRow; line: number }[] = []
  const steps = unwrap(parseJsonPath(mapping.rows ?? '$'))
  for (const { text: document, line } of lines) {
    const parsed = parseJsonReport(document, file, z.unknown())
    if ('problems' in parsed) {
      return {
        value: null,
        problems: parsed.problems.map((problem) => ({ ...problem, line: (problem.line ?? 1) + line - 1 })),
      }
    }
    const { value, lineOf } = parsed.report
    const isOne = lines.length > 1
    for (const row of selectRows(value, steps, MAX_ROWS)) rows.push({ row, line: isOne ? line : lineOf(row.path) })
  }
  if (rows.length === 0)
    return { value: null, problems: [refusal(file, `has nothing at ${quote(mapping.rows ?? '$')}`)] }
  const table = tableOf(rows, file, mapping)
  problems.push(...table.problems)
  const read = readMappedTable(table.table, file, mapping)
  return { value: read.value, problems: [...problems, ...read.problems] }
}

/** Cells of the columns that the mapping names. A path that no row has is a problem, because it is probably misspelled. */
function tableOf(
  rows: readonly { row: JsonRow; line: number }[],
  file: string,
  { columns }: CsvMapping,
): { table: MappedTable; problems: Problem[] } {
  const paths = Object.keys(columns).map((path) => ({ path, steps: unwrap(parseJsonPath(path)), isFound: false }))
  const problems: Problem[] = []
  const cells = rows.map(({ row, line }) => ({
    line,
    cells: paths.map((column) => {
      const value = selectValue(row, column.steps)
      if (value === undefined || value === null) return ''
      column.isFound = true
      if (typeof value !== 'object') return String(value)
      problems.push(
        refusal(file, `${quote(column.path)} is ${Array.isArray(value) ? 'a list' : 'an object'}, not a value`, line),
      )
      return ''
    }),
  }))
  for (const { path, isFound } of paths) {
    if (!isFound) problems.push(refusal(file, `has nothing at ${quote(path)} in any row`, rows[0]?.line))
  }
  return { table: { headings: Object.keys(columns), line: rows[0]?.line ?? 1, rows: cells }, problems }
}

/** True when each line is a document: the second line begins one, as the first does. */
export const isJsonLines = (text: string): boolean => /^\uFEFF?\s*\{.*\}[ \t]*\r?\n\s*\{/.test(text.slice(0, 1_000_000))

const linesOf = (text: string): { text: string; line: number }[] =>
  text
    .split('\n')
    .map((line, i) => ({ text: line, line: i + 1 }))
    .filter((line) => line.text.trim() !== '')
