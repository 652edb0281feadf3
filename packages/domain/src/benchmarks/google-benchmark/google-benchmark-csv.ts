import { parseCsvReport } from '../../parse/csv-report.ts'
import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { parseNumber } from '../../parse/table-cell.ts'
import type { BenchmarkReport, Entry } from './google-benchmark.ts'
import { type BenchmarkRow, reportOfRows } from './google-benchmark-rows.ts'

const HEADER = /^\uFEFF?"?name"?,"?iterations"?,"?real_time"?,"?cpu_time"?,"?time_unit"?,/m
const UNITS = ['ns', 'us', 'ms', 's'] as const
const TEXTS: ReadonlySet<string> = new Set(['name', 'time_unit', 'label', 'error_occurred', 'error_message'])

/** The row of a benchmark that failed has no counters. */
const isFailed = (cells: readonly string[]): boolean => cells[FAILED_AT] === 'true'
const FAILED_AT = 8

export const isGoogleBenchmarkCsv = (text: string): boolean => HEADER.test(text.slice(0, 4_000))

/** Parses what Google Benchmark writes with `--benchmark_format=csv`, also below the lines of standard error. */
export function parseGoogleBenchmarkCsv(text: string, file: string): Parsed<BenchmarkReport> {
  const start = HEADER.exec(text)?.index ?? 0
  // Lines above the header become empty, so that the rows keep their line numbers.
  const above = '\n'.repeat(text.slice(0, start).split('\n').length - 1)
  const parsed = parseCsvReport(above + text.slice(start), file, { mayBeShort: isFailed })
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const problems: Problem[] = []
  const rows = parsed.report.rows.flatMap(({ cells, line }): BenchmarkRow[] => {
    const entry = readCells(cells)
    if (typeof entry === 'string') problems.push(refusal(file, entry, line))
    return typeof entry === 'string' ? [] : [{ line, entry }]
  })
  return problems.length > 0 ? { value: null, problems } : reportOfRows(rows, file, null)
}

function readCells(cells: Readonly<Record<string, string>>): Entry | string {
  const { name = '', error_occurred: failed, error_message: message = '' } = cells
  if (name === '') return 'a row without the name of its benchmark'
  if (failed === 'true') return { name, error_occurred: true, ...(message === '' ? {} : { error_message: message }) }
  const isFit = /_(?:BigO|RMS)$/.test(name)
  const unit = UNITS.find((one) => one === cells.time_unit)
  if (unit === undefined && !isFit) return `${quote(cells.time_unit ?? '')} is not a unit of time`
  const numbers: [string, number][] = []
  for (const [column, text] of Object.entries(cells)) {
    if (TEXTS.has(column) || text === '') continue
    const number = parseNumber(text)
    if (number === null) return `${column} is ${quote(text)}, which is not a number`
    if (number < 0 && /_time$/.test(column)) return `${column} is ${text}, and cannot be negative`
    numbers.push([column, number])
  }
  return { ...Object.fromEntries(numbers), name, ...(unit === undefined ? {} : { time_unit: unit }) }
}
