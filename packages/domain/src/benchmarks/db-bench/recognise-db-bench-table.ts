import { rememberLast } from '../../parse/remember-last.ts'
import { labelsOf, tableCells } from '../../parse/table-labels.ts'
import { splitLines } from '../../parse/text-lines.ts'
import { isReportHeader } from './parse/db-bench-row.ts'

/** Tables that scripts make of the outputs of db_bench; `derived` ones only repeat the rows of others. */
export type DbBenchTable = 'db-bench-report' | 'db-bench-summary' | 'db-bench-derived'

/**
 * The kind of a table, from its content first and its name second; null when it is none of these. The name decides only
 * between a report.tsv and a summary of one report, and what a file of zero bytes was meant to be.
 */
export const dbBenchTable = rememberLast((name: string, text: string): DbBenchTable | null => {
  const baseName = name.replace(/^.*[/\\]/, '')
  const lines = splitLines(text).lines.filter((line) => line.trim() !== '')
  const [first] = lines
  if (first === undefined) return meantToBe(baseName)
  const headers = lines.filter(isReportHeader).length
  if (headers > 0) return headers === 1 && baseName === 'report.tsv' ? 'db-bench-report' : 'db-bench-summary'
  return namesVersions(first) || namesTests(lines) ? 'db-bench-derived' : null
})

/** A header of versions with `test` before or behind them. */
function namesVersions(header: string): boolean {
  const cells = tableCells(header).filter((cell) => cell !== '')
  const names = cells[0] === 'test' ? cells.slice(1) : cells.at(-1) === 'test' ? cells.slice(0, -1) : []
  return names.length > 0 && names.every((name) => /^\d+\.\d+\.\d+$/.test(name))
}

/** Rows that are all labelled with a test and its threads or the size of its values: `readrandom.t8`. */
function namesTests(lines: readonly string[]): boolean {
  const labels = labelsOf(lines)
  const isTest = (label: string | null) =>
    label !== null && /^[a-z]\w*(\.\w+)*$/.test(label) && /\.[tv]\d+(\.|$)/.test(label)
  return labels.length > 0 && labels.every(isTest)
}

function meantToBe(baseName: string): DbBenchTable | null {
  if (baseName === 'report.tsv') return 'db-bench-report'
  return /^sum2?(\.[\w.]+)?\.txt(\.sdev)?$|^summary\.tsv$/.test(baseName) ? 'db-bench-summary' : null
}
