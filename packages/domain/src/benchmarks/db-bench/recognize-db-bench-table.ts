import { rememberLast } from '../../parse/remember-last.ts'
import { labelsOf, tableCells } from '../../parse/table-labels.ts'
import { splitLines } from '../../parse/text-lines.ts'
import { isReportHeader } from './parse/db-bench-row.ts'

/** Kinds of tables that scripts make from outputs of db_bench. `derived` tables repeat the rows of others. */
export type DbBenchTable = 'db-bench-report' | 'db-bench-summary' | 'db-bench-derived'

/**
 * The kind of a table by its content, then by its name; null for other files. The name decides only between a
 * report.tsv and a summary of one report, and the kind of an empty file.
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

/** True for a header of versions with `test` as its first or last field. */
function namesVersions(header: string): boolean {
  const cells = tableCells(header).filter((cell) => cell !== '')
  const names = cells[0] === 'test' ? cells.slice(1) : cells.at(-1) === 'test' ? cells.slice(0, -1) : []
  return names.length > 0 && names.every((name) => /^\d+\.\d+\.\d+$/.test(name))
}

/** True when each row is labeled with a test and its threads or value size: `readrandom.t8`. */
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
