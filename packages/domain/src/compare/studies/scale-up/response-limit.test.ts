import { expect, test } from 'vitest'
import { compare } from '../../compare.ts'
import { DEFAULT_COMPARISON } from '../../comparison.ts'
import type { Footnote, Point } from '../../point.ts'
import { cellText } from '../pages/fact-table.ts'
import {
  highestRateBelow,
  limitsOf,
  responseLimitTable,
  responseLimitTests,
  responseMetricOf,
} from './response-limit.ts'
import { scaleUpComparison } from './scale-up.ts'

const P99 = 'latency_ms_p99'

/** A test at a number of clients: its rate and its p99. */
type Measured = { clients: number; qps: number; p99?: number; footnotes?: readonly Footnote[] }

function tests(measured: readonly Measured[]) {
  const points = measured.map(({ clients, qps, p99, footnotes = [] }): Point => {
    const coordinates = { version: '18.0', test: 'reads', clients: String(clients), benchmark: 'sysbench' }
    const values = { qps, ...(p99 === undefined ? {} : { [P99]: p99 }) }
    return { runId: `run ${clients}`, resultId: `${clients}`, coordinates, values, footnotes }
  })
  const info = { name: 'reads', group: null, order: 0, role: 'measured' as const, primaryMetric: 'qps' }
  const comparison = scaleUpComparison({ ...DEFAULT_COMPARISON, columns: ['clients'], tables: ['version'] })
  const grid = compare({ points, tests: [info], metrics: [] }, { ...comparison, metrics: ['primary', P99] })
  return responseLimitTests(grid, P99)
}

const MEASURED = [
  { clients: 1, qps: 100, p99: 0.8 },
  { clients: 8, qps: 700, p99: 1.6 },
  { clients: 16, qps: 900, p99: 4 },
  { clients: 64, qps: 850, p99: 60 },
]

test('the highest rate below a limit is that of the best number of clients, not of the most', () => {
  const [reads] = tests(MEASURED)
  const best = [1, 2, 5, 100].map((limit) => reads && highestRateBelow(reads, limit)?.clients)
  expect(best).toEqual([1, 8, 16, 16])
  expect(reads && highestRateBelow(reads, 0.8)).toBeNull()
})

test('limits divide the measured response times', () => {
  expect(limitsOf(tests(MEASURED))).toEqual([1, 2, 10, 20, 50])
  expect(limitsOf(tests(MEASURED.map((one) => ({ ...one, p99: 3 }))))).toEqual([])
})

test('the table names rate and clients, and a test that reaches no limit has none', () => {
  const table = responseLimitTable(tests(MEASURED), P99)
  expect(table?.caption).toBe('Highest rate with p99 below a limit')
  expect(table?.groups[0]?.rows[0]?.cells.map(cellText)).toEqual([
    'reads',
    '100 at 1',
    '700 at 8',
    '900 at 16',
    '900 at 16',
    '900 at 16',
  ])
})

test('points without a response time or with a validity flag take no part', () => {
  const flagged = { code: 'coordinated-omission', text: 'A stall is hidden' }
  const [reads] = tests([
    ...MEASURED.slice(0, 2),
    { clients: 16, qps: 900 },
    { clients: 32, qps: 990, p99: 1, footnotes: [flagged] },
  ])
  expect(reads?.points.map(({ clients }) => clients)).toEqual([1, 8])
})

test('p99 comes before other percentiles', () => {
  expect(responseMetricOf(['qps', 'latency_ms_p95', P99])).toBe(P99)
  expect(responseMetricOf(['qps', 'latency_ms_p95'])).toBe('latency_ms_p95')
  expect(responseMetricOf(['qps'])).toBeNull()
})
