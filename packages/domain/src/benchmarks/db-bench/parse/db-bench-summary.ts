import { refusal } from '../../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { parseNumber } from '../../../parse/table-cell.ts'
import { splitLines } from '../../../parse/text-lines.ts'
import { checkDbBenchRow } from './db-bench-invariants.ts'
import { type DbBenchRow, isReportHeader, REPORT_COLUMNS, readReportHeader, readReportRow } from './db-bench-row.ts'

/**
 * `path` is the report.tsv that the row comes from; null when the file does not state it or its position is uncertain.
 */
export type DbBenchSummaryRow = DbBenchRow & { path: string | null }

export type DbBenchBlock = {
  /** Line number of the first row of the block. */
  line: number
  rows: readonly DbBenchSummaryRow[]
  /** The ratio in the last line of a block of the Aug 2023 files. */
  ratio: number | null
  /** The last line of a block of a .sdev file: mean and population standard deviation of ops/s. */
  deviation: { mean: number; stddev: number; relative: number } | null
}

export type DbBenchSummary = {
  /** The paths at the top of the file, in order; empty in most files. */
  paths: readonly string[]
  blocks: readonly DbBenchBlock[]
}

/**
 * Parses concatenated report rows: sum.*.txt, sum2.*.txt, summary.tsv, .sdev (FORMATS.md section 9). A block is the
 * n-th row of each report.tsv, so a block may hold several tests.
 *
 * A row gets its path by its position in the block. This requires that the block has as many rows as the list has paths
 * and that every row has the version in its path; otherwise the whole block has no paths and a problem reports it.
 */
export function parseDbBenchSummary(text: string, file: string): Parsed<DbBenchSummary> {
  const problems: Problem[] = []
  const paths: string[] = []
  const blocks: OpenBlock[] = []
  let columns: readonly string[] | null = REPORT_COLUMNS
  let block: OpenBlock | undefined
  for (const [i, content] of splitLines(text).lines.entries()) {
    const line = i + 1
    const complain = (message: string) => problems.push({ file, line, message })
    if (content.trim() === '') {
      block = undefined
    } else if (isReportHeader(content)) {
      const header = readReportHeader(content)
      columns = 'refusal' in header ? null : header
      if ('refusal' in header) complain(header.refusal)
      block = undefined
    } else if (isPath(content)) {
      if (blocks.length === 0) paths.push(content.trim())
      else complain('a path stands below the first block, so nothing says which rows are its')
    } else if (content.includes('\t') && !content.startsWith('mean=')) {
      if (columns === null) continue // The header was refused, so the meaning of these rows is unknown.
      if (block === undefined || hasStatistic(block)) {
        block = { line, slots: [], ratio: null, deviation: null }
        blocks.push(block)
      }
      const read = readReportRow(content, { line, columns })
      if ('refusal' in read)
        problems.push(read.isCut ? refusal(file, read.refusal, line) : { file, line, message: read.refusal })
      else {
        for (const message of read.complaints) complain(message)
        problems.push(...checkDbBenchRow(read.cells, { file, line }))
      }
      block.slots.push('refusal' in read ? null : read.row)
    } else {
      const ratio = parseNumber(content.trim())
      const deviation = readDeviation(content)
      if (ratio === null && deviation === null) complain(`${quote(content)} is neither a row, a path, nor a statistic`)
      else if (block === undefined) complain(`${quote(content)} belongs to no row`)
      else if (hasStatistic(block)) complain('the block has a statistic already')
      else Object.assign(block, { ratio, deviation })
    }
  }
  const filled = blocks.filter(({ slots }) => slots.some((row) => row !== null))
  if (filled.length === 0) {
    const message = text.trim() === '' ? 'the file is empty' : 'no row of report.tsv below a header of its columns'
    return { value: null, problems: [...problems, { file, message }] }
  }
  const positioned = filled.map((open) => rowsByPosition(open, { paths, file, problems }))
  return { value: { paths, blocks: positioned }, problems }
}

/** Rows by position; null for an unreadable row. */
type OpenBlock = {
  line: number
  slots: (DbBenchRow | null)[]
  ratio: number | null
  deviation: DbBenchBlock['deviation']
}

const hasStatistic = ({ ratio, deviation }: OpenBlock): boolean => ratio !== null || deviation !== null

const isPath = (content: string): boolean => !content.includes('\t') && /(^|\/)report\.tsv$/.test(content.trim())

function readDeviation(content: string): DbBenchBlock['deviation'] {
  const parts = /^mean=([^\t]+)\tstddev=([^\t]+)\tsdev\/mean=([^\t]+)$/.exec(content)?.slice(1) ?? []
  const [mean = null, stddev = null, relative = null] = parts.map((part) => parseNumber(part.trim()))
  return mean === null || stddev === null || relative === null ? null : { mean, stddev, relative }
}

type Placing = { paths: readonly string[]; file: string; problems: Problem[] }

function rowsByPosition(
  { slots, line, ratio, deviation }: OpenBlock,
  { paths, file, problems }: Placing,
): DbBenchBlock {
  const refusal = paths.length === 0 ? null : whyNotPlaced(slots, paths)
  if (refusal !== null) problems.push({ file, line, message: `${refusal}; its rows stay without path` })
  const rows = slots.flatMap((row, i) =>
    row === null ? [] : { ...row, path: refusal === null ? (paths[i] ?? null) : null },
  )
  return { line, rows, ratio, deviation }
}

function whyNotPlaced(slots: readonly (DbBenchRow | null)[], paths: readonly string[]): string | null {
  if (slots.length !== paths.length) return `the block has ${slots.length} rows for a list of ${paths.length} paths`
  for (const [i, row] of slots.entries()) {
    const [, major, minor] = /(?:^|\/)(\d+)\.(\d+)[^/]*\/report\.tsv$/.exec(paths[i] ?? '') ?? []
    if (row === null || major === undefined) continue
    const { numbers, text } = row.version
    if (numbers[0] !== Number(major) || numbers[1] !== Number(minor)) {
      return `row ${i + 1} of the block has version ${text}, but path ${i + 1} is ${quote(paths[i] ?? '')}`
    }
  }
  return null
}
