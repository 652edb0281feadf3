import { type CsvRow, parseCsvReport } from '../../parse/csv-report.ts'
import { decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { checkInvariants, ordered, refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'

/** The requests of one window of time. Response times are milliseconds by statistic; empty without a request. */
export type BenchbaseWindow = { second: number; perSecond: number; latencies: Readonly<Record<string, number>> }

export type BenchbaseWindows = { windowSeconds: number; windows: readonly BenchbaseWindow[] }

const HEADER =
  /^\uFEFF?(?:Time \(seconds\),(?:Requests,)?Throughput \(requests\/second\),|time\(sec\), ?throughput\(req\/sec\),)/

/** Headings by statistic: `Average Latency (millisecond)`, and `avg_lat(ms)` of OLTP-Bench. */
const STATISTICS: readonly (readonly [RegExp, string])[] = [
  [/^(?:Average|avg)[ _]/, 'avg'],
  [/^(?:Minimum|min)[ _]/, 'min'],
  [/^(?:Median|median)[ _]/, 'p50'],
  [/^(?:Maximum|max)[ _]/, 'max'],
  [/^25th/, 'p25'],
  [/^75th/, 'p75'],
  [/^90th/, 'p90'],
  [/^95th/, 'p95'],
  [/^99th/, 'p99'],
]

const INVARIANTS = [ordered('min', 'p25', 'p50', 'p75', 'p90', 'p95', 'p99', 'max'), ordered('min', 'avg', 'max')]

export const isBenchbaseWindows = (text: string): boolean => HEADER.test(text.slice(0, 300))

/** Parses `*.results.csv` and `*.samples.csv`, which have a row for each window of some seconds. */
export function parseBenchbaseWindows(text: string, file: string): Parsed<BenchbaseWindows> {
  const parsed = parseCsvReport(text, file)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const { columns, rows } = parsed.report
  const [time = '', , third = ''] = columns
  const throughput = columns.find((column) => /^throughput/i.test(column)) ?? third
  const problems: Problem[] = []
  const windows = rows.map((row) => readRow(row, { time, throughput }, file, problems))
  const [first, second] = windows
  if (first === undefined) problems.push(refusal(file, 'holds no window'))
  const windowSeconds = (second?.second ?? 0) - (first?.second ?? 0)
  const uneven = windows.findIndex(({ second: at }, i) => i > 0 && at !== (first?.second ?? 0) + i * windowSeconds)
  if (problems.length === 0 && uneven > 0)
    problems.push(refusal(file, `windows of ${windowSeconds} s, but this one begins elsewhere`, rows[uneven]?.line))
  if (problems.length === 0 && windowSeconds <= 0)
    problems.push(refusal(file, 'has one window, whose length is not known', rows[0]?.line))
  return problems.length > 0 ? { value: null, problems } : { value: { windowSeconds, windows }, problems }
}

function readRow(
  { cells, line }: CsvRow,
  { time, throughput }: { time: string; throughput: string },
  file: string,
  problems: Problem[],
): BenchbaseWindow {
  const rate = Number(cells[throughput])
  const figures = new Map<string, Figure>([
    ['time', decimalFigure(cells[time] ?? '', line)],
    ['throughput', decimalFigure(cells[throughput] ?? '', line)],
  ])
  // A window without a request has no times.
  if (rate !== 0) {
    for (const [column, text] of Object.entries(cells)) {
      const statistic = STATISTICS.find(([pattern]) => pattern.test(column))?.[1]
      const factor = column.includes('(microsecond') ? 1e-3 : 1
      if (statistic !== undefined) figures.set(statistic, decimalFigure(text, line, factor))
    }
  }
  problems.push(...checkInvariants(figures, INVARIANTS, file))
  const latencies = [...figures].filter(([name]) => name !== 'time' && name !== 'throughput')
  return {
    second: Number(cells[time]),
    perSecond: rate,
    latencies: Object.fromEntries(latencies.map(([name, { value }]) => [name, Number(value.toPrecision(12))])),
  }
}

/**
 * The values of a test of which only windows are known: its rate, and the response times that can be derived from those
 * of the windows. Percentiles cannot. The last window is left out, because the test may have ended within it.
 */
export function valuesOfWindows({ windowSeconds, windows }: BenchbaseWindows, operation: string | null) {
  const whole = windows.length > 1 ? windows.slice(0, -1) : windows
  const busy = whole.filter(({ perSecond }) => perSecond > 0)
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  const rate = sum(whole.map(({ perSecond }) => perSecond))
  const times = (statistic: string) => busy.flatMap(({ latencies }) => latencies[statistic] ?? [])
  return {
    perSecond: rate / whole.length,
    seconds: whole.length * windowSeconds,
    latencies:
      busy.length === 0
        ? {}
        : {
            avg: sum(busy.map(({ perSecond, latencies }) => perSecond * (latencies.avg ?? 0))) / rate,
            min: Math.min(...times('min')),
            max: Math.max(...times('max')),
          },
    operation,
  }
}
