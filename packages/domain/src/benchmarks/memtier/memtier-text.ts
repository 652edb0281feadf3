import { decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { checkInvariants, type Invariant, ordered, refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { splitLines } from '../../parse/text-lines.ts'
import { type MemtierReport, RESULTS_HEADING } from './memtier-report.ts'

const HEADING = /^Type +Ops\/sec +/
const TOTALS = /^Totals +\S/

/** The names of statistics by the headings of the table; versions before 1.4 print a mean only. */
const STATISTIC: Readonly<Record<string, string>> = { Latency: 'avg', 'Avg. Latency': 'avg', 'Avg.Latency': 'avg' }
const OPERATIONS: Readonly<Record<string, string | null>> = { Totals: null, Sets: 'SET', Gets: 'GET' }
const INVARIANTS: readonly Invariant[] = [ordered('p50', 'p95', 'p99', 'p99.9')]

export const isMemtierText = (text: string): boolean =>
  /^(?:ALL STATS|AGGREGATED AVERAGE RESULTS \(\d{1,6} runs\))$/m.test(text) &&
  /^Type +Ops\/sec +Hits\/sec +/m.test(text)

/** Parses the table of totals that memtier_benchmark prints. Its histogram below the table has no more figures. */
export function parseMemtierText(text: string, file: string): Parsed<MemtierReport> {
  const { lines } = splitLines(text)
  const start = lines.findIndex((line) => RESULTS_HEADING.test(line.trim()))
  const at = lines.findIndex((line, index) => index > start && HEADING.test(line))
  const end = lines.findIndex((line, index) => index > at && TOTALS.test(line))
  const refuse = (message: string, line: number) => ({ value: null, problems: [refusal(file, message, line)] })
  if (end === -1) return refuse('the table of results has no totals, so it is cut', Math.max(1, lines.length))
  const threads = countBefore(lines, 'Threads')
  const connections = countBefore(lines, 'Connections per thread')
  if (threads === null || connections === null) {
    return refuse('does not state "Threads" and "Connections per thread" above its table', 1)
  }
  const columns = (lines[at] ?? '').trim().split(/ {2,}/)
  const problems: Problem[] = []
  const rows = lines.slice(at + 1, end + 1).flatMap((line, index) => {
    const [name = '', ...cells] = line.trim().split(/ +/)
    if (OPERATIONS[name] === undefined) return []
    const read = readRow(columns, cells, { file, line: at + index + 2 })
    problems.push(...read.problems)
    return read.opsPerSecond === 0 ? [] : [{ operation: OPERATIONS[name] ?? null, ...read }]
  })
  const totals = rows.find(({ operation }) => operation === null)
  if (problems.length > 0) return { value: null, problems }
  if (totals === undefined) return refuse('its totals have no operation', end + 1)
  return {
    value: {
      clients: threads * connections,
      opsPerSecond: totals.opsPerSecond,
      seconds: countBefore(lines, 'Seconds'),
      latencies: rows.map(({ operation, statistics }) => ({ operation, statistics })),
      connectionErrors: null,
      pipeline: null,
      dataBytes: null,
    },
    problems,
  }
}

/** The number before a label, as in `4         Threads`. */
function countBefore(lines: readonly string[], label: string): number | null {
  for (const line of lines) {
    const [, count, found] = /^(\d{1,7}) +(\S.*?) *$/.exec(line) ?? []
    if (found === label) return Number(count)
  }
  return null
}

function readRow(
  columns: readonly string[],
  cells: readonly string[],
  { file, line }: { file: string; line: number },
): { opsPerSecond: number; statistics: Record<string, number>; problems: Problem[] } {
  const empty = { opsPerSecond: 0, statistics: {} }
  if (cells.length !== columns.length - 1) {
    const message = `has ${cells.length} values, but the table has ${columns.length - 1} columns`
    return { ...empty, problems: [refusal(file, message, line)] }
  }
  const figures = new Map<string, Figure>()
  const statistics: Record<string, number> = {}
  let opsPerSecond = 0
  for (const [index, column] of columns.slice(1).entries()) {
    const cell = cells[index] ?? ''
    if (cell === '---') continue
    if (!/^\d{1,15}(?:\.\d{1,9})?$/.test(cell)) {
      return { ...empty, problems: [refusal(file, `\`${cell}\` is not a number of the column ${column}`, line)] }
    }
    if (column === 'Ops/sec') opsPerSecond = Number(cell)
    const [, rank] = /^p(\d{1,2}(?:\.\d{1,6})?) Latency$/.exec(column) ?? []
    const statistic = rank === undefined ? STATISTIC[column] : `p${Number(rank)}`
    if (statistic === undefined) continue
    statistics[statistic] = Number(cell)
    figures.set(statistic, decimalFigure(cell, line))
  }
  return { opsPerSecond, statistics, problems: checkInvariants(figures, INVARIANTS, file) }
}
