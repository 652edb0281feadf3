import { htmlBlocks } from '../iibench/html-blocks.ts'
import type { Parsed, Problem } from '../problem.ts'
import { quote } from '../quote.ts'
import { missing, parseCell, type TableCell } from '../table-cell.ts'

/** The throughput of one server in each step. */
export type SummaryRow = { line: number; server: string; cells: readonly { step: string; cell: TableCell }[] }

/** A step of Linkbench by its name: `l.pre`, `L3.P12`. */
export const STEP = /^(?:l\.[a-z]\w{0,20}|L\d{1,4}\.P\d{1,6})$/

export const isLinkbenchSummary = (text: string): boolean =>
  /<t[hd][^>]{0,200}>\s*dbms\s*<\/t[hd]>/i.test(text) &&
  /<t[hd][^>]{0,200}>\s*L\d{1,4}\.P\d{1,6}\s*<\/t[hd]>/.test(text)

/**
 * `summary.html` of a Linkbench report: a table of throughput, a row for each server and a column for each step. Colours
 * (`id="cmax"`) follow from the numbers, and are read over.
 */
export function parseLinkbenchSummary(text: string, file: string): Parsed<readonly SummaryRow[]> {
  const problems: Problem[] = []
  const rows: SummaryRow[] = []
  for (const block of htmlBlocks(text)) {
    if (block.kind !== 'table') continue
    const [header, ...body] = block.rows
    const [corner, ...steps] = header?.cells.map((cell) => cell.text) ?? []
    if (header === undefined || corner !== 'dbms') continue
    if (steps.length === 0 || new Set(steps).size !== steps.length || steps.some((step) => !STEP.test(step))) {
      problems.push({ file, line: header.line, message: `${quote(steps.join(' '))} are not steps such as l.pre L1.P8` })
      continue
    }
    for (const { line, cells } of body) {
      const read = readRow(
        cells.map((cell) => cell.text),
        steps,
      )
      if (typeof read === 'string') problems.push({ file, line, message: read })
      else rows.push({ line, ...read })
    }
  }
  if (rows.length > 0) return { value: rows, problems }
  const message = 'no table of throughput; hoped for a header dbms, l.pre, ..., L1.P8'
  return { value: null, problems: problems.length > 0 ? problems : [{ file, message }] }
}

function readRow(
  [server = '', ...texts]: readonly string[],
  steps: readonly string[],
): Omit<SummaryRow, 'line'> | string {
  if (!/^[A-Za-z][\w.-]*$/.test(server)) return `${quote(server)} is not the name of a server`
  if (texts.length !== steps.length) return `${texts.length} cells; hoped for one for each of ${steps.length} steps`
  const cells = texts.map((text, i) => {
    const cell = text === '-' ? missing('empty') : parseCell(text)
    return { step: steps[i] ?? '', cell: cell.value === 0 ? missing('zero') : cell }
  })
  const odd = cells.findIndex(({ cell }) => cell.missing === 'not-understood')
  return odd === -1 ? { server, cells } : `${quote(texts[odd] ?? '')} in column ${steps[odd]} is not a number`
}
