import type { Parsed, Problem } from '../../parse/problem.ts'
import { htmlBlocks } from '../iibench/parse/html-blocks.ts'
import { type LinkbenchTable, parseLinkbenchTable } from './linkbench-table.ts'
import { readSummary, STEP, type SummaryRow } from './summary-table.ts'
import { readColumns } from './table-columns.ts'

/** A published page: throughput of all steps, and the tables of each step. Line numbers are those of the page. */
export type LinkbenchReport = {
  /** The size in the title, such as `200m`. */
  maxId: string | null
  throughput: readonly SummaryRow[]
  tables: readonly { step: string; table: LinkbenchTable }[]
}

export const isLinkbenchReport = (text: string): boolean =>
  /<t[hd][^>]{0,200}>\s{0,9}dbms\s{0,9}<\/?t/i.test(text) &&
  /<t[hd][^>]{0,200}>\s{0,9}(?:L\d{1,4}\.P\d{1,6}|l\.pre)\s{0,9}</.test(text)

/** Parses the page of a Linkbench report, or its `summary.html` alone (FORMATS.md section 12). */
export function parseLinkbenchReport(html: string, file: string): Parsed<LinkbenchReport> {
  const problems: Problem[] = []
  const throughput: SummaryRow[] = []
  const tables: { step: string; table: LinkbenchTable }[] = []
  let maxId: string | null = null
  let step: string | null = null
  for (const block of htmlBlocks(html)) {
    if (block.kind === 'title') maxId = /\bmaxid1=(\d{1,9}[kmb]?)\b/i.exec(block.text)?.[1] ?? null
    else if (block.kind === 'heading') step = STEP.test(block.text) ? block.text : null
    else if (block.kind === 'table') {
      const read = readSummary(block.rows, file)
      throughput.push(...read.rows)
      problems.push(...read.problems)
    } else if (block.kind === 'preformatted' && readColumns(block.text.split(/\r?\n/, 1)[0] ?? '') !== null) {
      // A closing tag proves that the text is complete, so it gets a final newline.
      const { value, problems: found } = parseLinkbenchTable(`${block.text.trimEnd()}\n`, file)
      const lineOf = (line: number) => line + block.line - 1
      problems.push(...found.map((problem) => ({ ...problem, line: lineOf(problem.line ?? 1) })))
      if (step === null)
        problems.push({ file, line: block.line, message: 'a table under no heading of a step; it is left out' })
      else if (value !== null) {
        tables.push({ step, table: { ...value, rows: value.rows.map((row) => ({ ...row, line: lineOf(row.line) })) } })
      }
    }
  }
  if (throughput.length + tables.length > 0) return { value: { maxId, throughput, tables }, problems }
  const message = 'no table of throughput; expected a header dbms, l.pre, ..., L1.P8'
  return { value: null, problems: problems.length > 0 ? problems : [{ file, message }] }
}
