import { refusal } from '../../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../../parse/problem.ts'
import { splitLines } from '../../../parse/text-lines.ts'
import { checkDbBenchRow } from './db-bench-invariants.ts'
import { type DbBenchRow, isReportHeader, REPORT_COLUMNS, readReportHeader, readReportRow } from './db-bench-row.ts'

export type { DbBenchRow, DbBenchVersion } from './db-bench-row.ts'

/**
 * Parses one report.tsv of RocksDB's tools/benchmark.sh (FORMATS.md section 9): comment lines, a header, and one row
 * per step. The header states the columns; without a header a row must have all 28.
 */
export function parseDbBenchReport(text: string, file: string): Parsed<readonly DbBenchRow[]> {
  const problems: Problem[] = []
  const rows: DbBenchRow[] = []
  let columns: readonly string[] | null = REPORT_COLUMNS
  for (const [i, content] of splitLines(text).lines.entries()) {
    const line = i + 1
    const complain = (message: string) => problems.push({ file, line, message })
    if (content.trim() === '' || content.startsWith('#')) continue
    if (isReportHeader(content)) {
      const header = readReportHeader(content)
      columns = 'refusal' in header ? null : header
      if ('refusal' in header) complain(header.refusal)
    } else if (columns !== null) {
      const read = readReportRow(content, { line, columns })
      if ('refusal' in read) {
        problems.push(read.isCut ? refusal(file, read.refusal, line) : { file, line, message: read.refusal })
      } else {
        rows.push(read.row)
        problems.push(...checkDbBenchRow(read.cells, { file, line }))
        for (const message of read.complaints) complain(message)
      }
    }
  }
  if (rows.length > 0) return { value: rows, problems }
  const message = 'no row of report.tsv: expected a header that begins with ops_sec and rows of 28 cells'
  return { value: null, problems: [...problems, { file, message }] }
}
