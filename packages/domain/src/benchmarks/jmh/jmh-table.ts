import { hasCsvColumns, parseCsvReport } from '../../parse/csv-report.ts'
import { cutSpaces } from '../../parse/cut-spaces.ts'
import { decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { checkInvariants, cutLastLine, refusal, risingPercentiles } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'
import { forkOf, type JmhBenchmark, JmhMode, readUnit } from './jmh-report.ts'

const CSV_COLUMNS = ['Benchmark', 'Mode', 'Threads', 'Samples', 'Score']
const HEADER = /^Benchmark\s+(?:\((.*)\)\s+)?Mode\s+(?:Cnt|Samples)\s+Score\s+.*Units?$/

/** A row of a table: the mean over all forks, or one percentile of them. */
type Row = {
  line: number
  name: string
  params: Readonly<Record<string, string>>
  threads: number | null
  mode: string
  score: string
  unit: string
}

export const isJmhCsv = (text: string): boolean => hasCsvColumns(text, CSV_COLUMNS)

export const isJmhTable = (text: string): boolean =>
  /^Benchmark[ \t]+(?:\(.*\)[ \t]+)?Mode[ \t]+(?:Cnt|Samples)[ \t]+Score[ \t]/m.test(text)

/** Parses what JMH writes with `-rf csv`. */
export function parseJmhCsv(text: string, file: string): Parsed<JmhBenchmark[]> {
  const parsed = parseCsvReport(text, file)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const rows = parsed.report.rows.map(({ cells, line }): Row => {
    const params = Object.entries(cells).flatMap(([column, value]) => {
      const [, name] = /^Param: (.+)$/.exec(column) ?? []
      return name === undefined || value === '' ? [] : [[name, value] as const]
    })
    return {
      ...{ line, params: Object.fromEntries(params), name: cells.Benchmark ?? '', mode: cells.Mode ?? '' },
      ...{ threads: Number(cells.Threads), score: cells.Score ?? '', unit: cells.Unit ?? '' },
    }
  })
  const uncounted = rows.find(({ threads }) => threads === null || !Number.isInteger(threads) || threads < 1)
  if (uncounted !== undefined)
    return { value: null, problems: [refusal(file, 'has no number of threads', uncounted.line)] }
  return benchmarksOf(rows, file)
}

/** Parses the table that JMH prints last. It shortens the names of benchmarks and states no threads. */
export function parseJmhTable(text: string, file: string): Parsed<JmhBenchmark[]> {
  const { lines, endsMidLine } = splitLines(text)
  const problems: Problem[] = endsMidLine ? [cutLastLine(file, lines.length)] : []
  const start = lines.findIndex((line) => HEADER.test(line.trimEnd()))
  const [, headings] = HEADER.exec((lines[start] ?? '').trimEnd()) ?? []
  const names = headings?.split(/\)\s+\(/) ?? []
  const rows: Row[] = []
  for (const [index, content] of lines.entries()) {
    if (index <= start) continue
    if (content.trim() === '') break
    const row = readRow(content, names, index + 1)
    if (row === null) problems.push(refusal(file, `${quote(content)} is not a row of the table`, index + 1))
    else rows.push(row)
  }
  return problems.length > 0 ? { value: null, problems } : benchmarksOf(rows, file)
}

/** A longer line is no row, and its pattern would take long. */
const MAX_LINE = 4_000
const TABLE_ROW = /^(\S+)\s+(?:(.*?)\s+)?(thrpt|avgt|sample|ss)(?:\s+\d+)?\s+(\S.*?)(?:\s+±\s+\S+)?\s+(\S+)$/

function readRow(content: string, names: readonly string[], line: number): Row | null {
  if (content.length > MAX_LINE) return null
  const [, name, cells = '', mode = '', score = '', unit = ''] = TABLE_ROW.exec(cutSpaces(content.trimEnd())) ?? []
  const values = cells.trim() === '' ? [] : cells.trim().split(names.length === 1 ? /$^/ : /\s{2,}/)
  if (name === undefined || values.length !== names.length) return null
  // A benchmark without a parameter of another one has `N/A` in its cell.
  const params = names.flatMap((param, at) => (values[at] === 'N/A' ? [] : [[param, values[at] ?? ''] as const]))
  return { line, name, params: Object.fromEntries(params), threads: null, mode, score, unit }
}

/** Each benchmark with the percentiles that rows below it state. Rows of profilers are left out. */
function benchmarksOf(rows: readonly Row[], file: string): Parsed<JmhBenchmark[]> {
  const problems: Problem[] = []
  const benchmarks = rows
    .filter(({ name }) => !name.includes(':'))
    .flatMap((row): JmhBenchmark[] => {
      const { name, params, threads, line } = row
      const mode = JmhMode.safeParse(row.mode).data
      const unit = mode === undefined ? null : readUnit(row.unit, mode)
      if (mode === undefined || unit === null) {
        problems.push(refusal(file, `${row.unit} is not a unit of mode ${row.mode}`, line))
        return []
      }
      const ranks = percentilesOf(row, rows)
      problems.push(...checkRow(row, ranks, file))
      const fork = forkOf(Number(row.score), mode, unit)
      const percentilesNs = new Map(ranks.map(([rank, { score }]) => [rank, Number(score) * unit]))
      return [
        {
          ...{ name, params, threads, mode, version: null, aggregate: 'mean' },
          forks: ['opsPerSecond' in fork ? fork : { ...fork, percentilesNs }],
        },
      ]
    })
  if (benchmarks.length === 0 && problems.length === 0) problems.push(refusal(file, 'holds no benchmark'))
  return problems.length > 0 ? { value: null, problems } : { value: benchmarks, problems }
}

const STORED_RANKS: ReadonlySet<number> = new Set([50, 90, 95, 99, 99.9])

/** Rows such as `Sort.sum:p0.99`, and `Sort.sum:sum·p0.99` of versions before 1.37, by rank. */
function percentilesOf({ name, params, mode }: Row, rows: readonly Row[]): [number, Row][] {
  return rows.flatMap((row): [number, Row][] => {
    const [, base, digits] = /^(.+?):(?:.*·)?p(\d\.\d{1,6})$/.exec(row.name) ?? []
    if (base !== name || row.mode !== mode || JSON.stringify(row.params) !== JSON.stringify(params)) return []
    const rank = Number((Number(digits) * 100).toPrecision(8))
    return STORED_RANKS.has(rank) ? [[rank, row]] : []
  })
}

function checkRow({ score, line }: Row, ranks: readonly [number, Row][], file: string): Problem[] {
  const figures = new Map<string, Figure>([
    ['score', decimalFigure(score, line)],
    ...ranks.map(([rank, row]): [string, Figure] => [`p${rank}`, decimalFigure(row.score, row.line)]),
  ])
  const rising = risingPercentiles(
    ranks.map(([rank]) => String(rank)),
    (rank) => `p${rank}`,
  )
  return checkInvariants(figures, [rising], file)
}
