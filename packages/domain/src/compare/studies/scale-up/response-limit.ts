import { excludes } from '../../../run/validity/flag-severity.ts'
import { formatAbsolute, MISSING } from '../../format-cell.ts'
import type { Cell, Grid, GridRow, GridTable } from '../../grid.ts'
import { absoluteDigits } from '../../render/absolute-digits.ts'
import { type FactColumnOf, type FactTable, factTable, runFact } from '../pages/fact-table.ts'

/** Response times in the order in which the study prefers them. */
const RESPONSE_METRICS = ['latency_ms_p99', 'latency_ms_p95', 'latency_ms_p99.9'] as const

/** Limits of a response time in milliseconds that a table may have. */
const LIMITS_MS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000] as const
const MAX_LIMITS = 5

/** The rate and the response time of a test at one number of clients. */
type Measured = { clients: number; rate: Cell; responseMs: number }

/** A test of one subject with its measured points. */
export type ResponseLimitTest = { subject: string; test: string; points: readonly Measured[] }

/** The response time of the study: the first that the project has; null without one. */
export const responseMetricOf = (metrics: readonly string[]): string | null =>
  RESPONSE_METRICS.find((metric) => metrics.includes(metric)) ?? null

/**
 * The points of each test that have a rate and a response time. A result with a validity flag takes no part, because its
 * response time may be too small (coordinated omission) or its rate is that of another state of the machine.
 *
 * @param grid rates in the tables of the first metric, response times in those of `response`; clients are the last
 *   dimension of the columns.
 */
export function responseLimitTests(grid: Grid, response: string): ResponseLimitTest[] {
  const responses = new Map(grid.tables.filter(isOf(response)).map((table) => [table.key.label, table]))
  return grid.tables
    .filter((table) => !isOf(response)(table) && table.isSubstitute !== true)
    .flatMap((rates) => {
      const times = responses.get(rates.key.label)
      return times === undefined ? [] : testsOf(rates, times)
    })
}

const isOf =
  (metric: string) =>
  (table: GridTable): boolean =>
    table.metric === metric

function testsOf(rates: GridTable, times: GridTable): ResponseLimitTest[] {
  const timesByTest = new Map(rowsOf(times).map((row) => [row.label, row]))
  const columnOf = new Map(times.columns.map(({ values }, index) => [JSON.stringify(values), index]))
  const found = new Map<string, ResponseLimitTest & { points: Measured[] }>()
  for (const row of rowsOf(rates)) {
    for (const [index, { values }] of rates.columns.entries()) {
      const clients = Number(values.at(-1))
      const rate = row.cells[index]
      const time = timesByTest.get(row.label)?.cells[columnOf.get(JSON.stringify(values)) ?? -1]
      if (rate?.value == null || time?.value == null || isFlagged(rate) || isFlagged(time) || !(clients > 0)) continue
      const subject = [rates.key.label, ...values.slice(0, -1)].filter((part) => part !== '').join(' ')
      const key = JSON.stringify([subject, row.label])
      const test = found.get(key) ?? { subject, test: row.label, points: [] }
      found.set(key, test)
      test.points.push({ clients, rate, responseMs: time.value })
    }
  }
  return [...found.values()].filter(({ points }) => points.length > 1)
}

const rowsOf = ({ groups }: GridTable): GridRow[] => groups.flatMap(({ rows }) => rows)

const isFlagged = ({ footnotes }: Cell): boolean => footnotes.some(({ code }) => excludes(code))

/** The limits that divide the measured response times: at least one test reaches each, and one exceeds it. */
export function limitsOf(tests: readonly ResponseLimitTest[]): number[] {
  const times = tests.flatMap(({ points }) => points.map(({ responseMs }) => responseMs))
  const [least, most] = [Math.min(...times), Math.max(...times)]
  const dividing = LIMITS_MS.filter((limit) => least < limit && limit <= most)
  if (dividing.length <= MAX_LIMITS) return dividing
  const step = (dividing.length - 1) / (MAX_LIMITS - 1)
  return Array.from({ length: MAX_LIMITS }, (_, at) => dividing[Math.round(at * step)] ?? 0)
}

/** The point with the highest rate whose response time is below a limit; null when none is. */
export function highestRateBelow({ points }: ResponseLimitTest, limitMs: number): Measured | null {
  const below = points.filter(({ responseMs }) => responseMs < limitMs)
  return below.toSorted((a, b) => rateOf(b) - rateOf(a) || a.clients - b.clients)[0] ?? null
}

/** The ratio counts the rate of all clients, also for tests that report the rate of one. */
const rateOf = ({ rate }: Measured): number => rate.ratio ?? rate.value ?? 0

/** The highest rate of each test with a response time below each limit; null without response times to divide. */
export function responseLimitTable(tests: readonly ResponseLimitTest[], response: string): FactTable | null {
  const limits = limitsOf(tests)
  if (limits.length === 0) return null
  const statistic = response.replace('latency_ms_', '')
  const digits = absoluteDigits([])
  const isOneSubject = new Set(tests.map(({ subject }) => subject)).size === 1
  return factTable({
    caption: `Highest rate with ${statistic} below a limit`,
    rows: tests,
    rowKey: ({ subject, test }) => `${subject} ${test}`,
    groupOf: ({ subject }) => (isOneSubject ? '' : subject),
    columns: [
      { header: 'Test', cell: ({ test }) => test },
      ...limits.map(
        (limit): FactColumnOf<ResponseLimitTest> => ({
          header: `below ${limit} ms`,
          about: `Highest rate with ${statistic} below ${limit} ms, and its number of clients`,
          numeric: true,
          cell: (test) => {
            const best = highestRateBelow(test, limit)
            if (best === null) return MISSING
            const text = formatAbsolute(best.rate.value, digits(best.rate.metric))
            return runFact(`${text} at ${best.clients}`, best.rate.runIds)
          },
        }),
      ),
    ],
  })
}
