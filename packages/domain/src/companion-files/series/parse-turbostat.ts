import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'
import type { SampledSeries } from './sampled-series.ts'

/** Columns of the line of the whole machine by metric. */
const METRICS: Readonly<Record<string, string>> = {
  Avg_MHz: 'avg_mhz',
  'Busy%': 'busy',
  Bzy_MHz: 'busy_mhz',
  PkgTmp: 'package_celsius',
  PkgWatt: 'package_watts',
  RAMWatt: 'ram_watts',
}

const isHeader = (line: string): boolean => /\bAvg_MHz\b/.test(line) && /\bBzy_MHz\b/.test(line)

export const isTurbostatOutput = (text: string): boolean => text.slice(0, 60_000).split('\n').some(isHeader)

/** The interval is an option that turbostat does not print. */
const DEFAULT_INTERVAL_SECONDS = 5

/** Parses the text of turbostat: the line below each header is of the whole machine, and has `-` for core and CPU. */
export function parseTurbostat(text: string, file: string): Parsed<readonly SampledSeries[]> {
  const { lines, endsMidLine } = splitLines(text)
  const problems: Problem[] = []
  const values = new Map<string, (number | null)[]>()
  const times: number[] = []
  let columns: string[] | null = null
  let isSummaryNext = false
  for (const [index, content] of lines.entries()) {
    if (isHeader(content)) {
      columns = content.trim().split(/\s+/)
      isSummaryNext = true
      continue
    }
    if (columns === null || content.trim() === '') continue
    const cells = content.trim().split(/\s+/)
    const isSummary = isSummaryNext || cells[0] === '-'
    isSummaryNext = false
    if (!isSummary) continue
    if (cells.length < columns.length || (endsMidLine && index === lines.length - 1)) {
      problems.push(refusal(file, `${quote(content)} has fewer cells than its header, so the output is cut`, index + 1))
      continue
    }
    addSample(values, columns, cells, { file, line: index + 1, problems })
    const time = columns.indexOf('Time_Of_Day_Seconds')
    if (time !== -1) times.push(Number(cells[time]))
  }
  if (problems.length === 0 && values.size === 0) problems.push(refusal(file, 'has no sample of the whole machine'))
  if (problems.length > 0) return { value: null, problems }
  const [first = Number.NaN, second = Number.NaN] = times
  const intervalSeconds =
    second > first ? Math.max(0.1, Math.round((second - first) * 10) / 10) : DEFAULT_INTERVAL_SECONDS
  return { value: [...values].map(([metric, all]) => ({ metric, values: all, intervalSeconds })), problems }
}

function addSample(
  values: Map<string, (number | null)[]>,
  columns: readonly string[],
  cells: readonly string[],
  { file, line, problems }: { file: string; line: number; problems: Problem[] },
): void {
  for (const [column, metric] of Object.entries(METRICS)) {
    const at = columns.indexOf(column)
    if (at === -1) continue
    const text = cells[at] ?? ''
    const isNumber = /^\d+(?:\.\d+)?$/.test(text)
    if (!isNumber || (column === 'Busy%' && Number(text) > 101))
      problems.push(refusal(file, `${column} is ${quote(text)}, which is no ${isNumber ? 'share' : 'number'}`, line))
    values.set(metric, [...(values.get(metric) ?? []), isNumber ? Number(text) : null])
  }
}
