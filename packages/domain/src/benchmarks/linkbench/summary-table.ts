import type { Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { missing, parseCell, type TableCell } from '../../parse/table-cell.ts'
import type { HtmlRow } from '../iibench/parse/html-blocks.ts'

/** The throughput of one server in each step. */
export type SummaryRow = { line: number; server: string; cells: readonly { step: string; cell: TableCell }[] }

/** Name of a Linkbench step: `l.pre`, `L3.P12`. */
export const STEP = /^(?:l\.[a-z]\w{0,20}|L\d{1,4}\.P\d{1,6})$/

/**
 * Reads a table of throughput with a row for each server and a column for each step; null for any other table. Colors
 * (`id="cmax"`) are ignored, because they follow from the numbers.
 */
export function readSummary(
  [header, ...body]: readonly HtmlRow[],
  file: string,
): { rows: SummaryRow[]; problems: Problem[] } {
  const [corner, ...steps] = header?.cells.map((cell) => cell.text) ?? []
  if (header === undefined || corner !== 'dbms') return { rows: [], problems: [] }
  if (steps.length === 0 || new Set(steps).size !== steps.length || steps.some((step) => !STEP.test(step))) {
    const message = `${quote(steps.join(' '))} are not steps such as l.pre L1.P8`
    return { rows: [], problems: [{ file, line: header.line, message }] }
  }
  const rows: SummaryRow[] = []
  const problems: Problem[] = []
  for (const { line, cells } of body) {
    const texts = cells.map((cell) => cell.text)
    const read = readRow(texts, steps)
    if (typeof read === 'string') problems.push({ file, line, message: read })
    else rows.push({ line, ...read })
  }
  return { rows, problems }
}

function readRow(
  [server = '', ...texts]: readonly string[],
  steps: readonly string[],
): Omit<SummaryRow, 'line'> | string {
  if (!/^[A-Za-z][\w.-]*$/.test(server)) return `${quote(server)} is not the name of a server`
  if (texts.length !== steps.length) return `${texts.length} cells; expected one for each of ${steps.length} steps`
  const cells = texts.map((text, i) => {
    const cell = text === '-' ? missing('empty') : parseCell(text)
    return { step: steps[i] ?? '', cell: cell.value === 0 ? missing('zero') : cell }
  })
  const odd = cells.findIndex(({ cell }) => cell.missing === 'not-understood')
  return odd === -1 ? { server, cells } : `${quote(texts[odd] ?? '')} in column ${steps[odd]} is not a number`
}
