import { type CsvRow, hasCsvColumns, parseCsvReport } from '../../parse/csv-report.ts'
import { countFigure, decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { atMostNumber, checkInvariants, type Invariant, ordered, refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed } from '../../parse/problem.ts'

/** One run of an algorithm with its parameters on a data set. */
export type AnnRun = {
  algorithm: string
  parameters: string
  dataset: string
  /** Number of neighbors that a query asks for. */
  count: number
  recall: number
  queriesPerSecond: number
  /** Response times in milliseconds by statistic. */
  latencies: Readonly<Record<string, number>>
  buildSeconds: number | null
  indexKb: number | null
  line: number
}

const RECALL = 'k-nn'
const PERCENTILES: Readonly<Record<string, string>> = { p50: 'p50', p95: 'p95', p99: 'p99', p999: 'p99.9' }
const INVARIANTS: readonly Invariant[] = [atMostNumber(RECALL, 1), ordered('p50', 'p95', 'p99', 'p999')]

export const isAnnExport = (text: string): boolean =>
  hasCsvColumns(text, ['algorithm', 'parameters', 'count', RECALL]) && /^[^\n]*,qps,/.test(text)

/** Parses what `data_export.py` of ann-benchmarks writes. */
export function parseAnnExport(text: string, file: string): Parsed<AnnRun[]> {
  const parsed = parseCsvReport(text, file)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const { columns, rows } = parsed.report
  const missing = ['dataset', 'build', 'indexsize'].find((column) => !columns.includes(column))
  if (missing !== undefined) return { value: null, problems: [refusal(file, `has no column ${missing}`, 1)] }
  const problems = rows.flatMap((row) => checkInvariants(figuresOf(row), INVARIANTS, file))
  const idle = rows.find(({ cells }) => Number(cells.qps) === 0)
  if (idle !== undefined) problems.push(refusal(file, 'a rate of 0', idle.line))
  if (rows.length === 0) problems.push(refusal(file, 'holds no run'))
  return problems.length > 0 ? { value: null, problems } : { value: rows.map(readRow), problems }
}

function figuresOf({ cells, line }: CsvRow): Map<string, Figure> {
  const stated = [RECALL, 'qps', 'build', 'indexsize', ...Object.keys(PERCENTILES)].filter(
    (column) => cells[column] !== undefined && cells[column] !== '',
  )
  return new Map<string, Figure>([
    ['count', countFigure(cells.count ?? '', line)],
    ...['qps', RECALL].map((column): [string, Figure] => [column, decimalFigure(cells[column] ?? '', line)]),
    ...stated.map((column): [string, Figure] => [column, decimalFigure(cells[column] ?? '', line)]),
  ])
}

function readRow({ cells, line }: CsvRow): AnnRun {
  const positive = (text: string | undefined) => (Number(text) > 0 ? Number(text) : null)
  const latencies = Object.entries(PERCENTILES).flatMap(([column, statistic]) => {
    const ms = positive(cells[column])
    return ms === null ? [] : [[statistic, ms] as const]
  })
  return {
    ...{ algorithm: cells.algorithm ?? '', parameters: cells.parameters ?? '', dataset: cells.dataset ?? '', line },
    ...{ count: Number(cells.count), recall: Number(cells[RECALL]), queriesPerSecond: Number(cells.qps) },
    latencies: Object.fromEntries(latencies),
    // An algorithm that does not measure its index has 0.
    ...{ buildSeconds: positive(cells.build), indexKb: positive(cells.indexsize) },
  }
}
