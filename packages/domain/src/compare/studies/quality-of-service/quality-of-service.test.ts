import { readDemoDocuments } from '@assay/testing/archive/archive-figures'
import { pointsOfDocuments } from '@assay/testing/compare/points-of-documents'
import { expect, test } from 'vitest'
import type { UploadDocument } from '../../../run/upload-document.ts'
import { compare } from '../../compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../../comparison.ts'
import { sentenceText } from '../../tldr/tldr.ts'
import { statisticsOf, usualStatistic } from '../response-times.ts'
import { qualityChart } from './quality-chart.ts'
import { qualityComparison, qualityTables, tableWithStatistic, withStatistic } from './quality-of-service.ts'
import { qualityTldr } from './quality-sentences.ts'

const METRICS = [
  'tps',
  'wKB/o',
  'rss',
  'latency_ms_p99:get_node',
  'latency_ms_p99:update_node',
  'latency_ms_max:get_node',
]

const document = (config: string, values: (number | null)[]): UploadDocument => ({
  schemaVersion: 1,
  product: 'MongoDB',
  version: '3.2.4',
  build: {},
  config: { name: config },
  hardware: { name: 'nuc' },
  benchmark: { name: 'Linkbench' },
  workload: { name: 'cached' },
  tests: [{ name: 'query', primaryMetric: 'tps' }],
  metrics: METRICS.slice(3).map((name) => ({ name, unit: 'ms', better: 'lower' as const })),
  metricNames: METRICS,
  results: [{ test: 'query', clients: 1, values }],
})

const SET = pointsOfDocuments([
  document('a.base', [1000, 2.72, 0.21, 0.1, 0.3, 20]),
  document('b.fast', [1500, 2.72, 0.4, 0.1, 0.9, 20]),
  document('c.same', [1010, 2.7, 0.21, 0.1, 0.3, 20.5]),
  document('d.better', [1200, 2.72, 0.2, 0.1, 0.27, 19]),
])

const requested: Comparison = {
  ...DEFAULT_COMPARISON,
  verdicts: 'off',
  rows: ['config'],
  columns: [],
  tables: ['test'],
  show: 'both',
}
const tablesFor = (statistic: string, changes: Partial<Comparison> = {}) =>
  qualityTables(compare(SET, qualityComparison({ ...requested, ...changes }, METRICS))).flatMap(
    (table) => tableWithStatistic(table, statistic) ?? [],
  )

test('a row has throughput first, then costs, then the requested response times', () => {
  const [table] = tablesFor('p99')
  expect(table?.columns.map(({ part, metric }) => `${part} ${metric}`)).toEqual([
    'throughput tps',
    'efficiency wKB/o',
    'efficiency rss',
    'response latency_ms_p99:update_node',
    'response latency_ms_p99:get_node',
  ])
  expect(tablesFor('max')[0]?.columns.filter(({ part }) => part === 'response')).toHaveLength(1)
  expect(tablesFor('all')[0]?.columns.filter(({ part }) => part === 'response')).toHaveLength(3)
})

test('columns have the decimals that were uploaded', () => {
  expect(tablesFor('p99')[0]?.columns.map(({ digits }) => digits)).toEqual(
    [0, 2, 2, 1, 1].map((d, i) => (i === 3 ? 2 : d)),
  )
})

test('the base is the first row or the named config', () => {
  expect(tablesFor('p99')[0]?.rows.map(({ isBase }) => isBase)).toEqual([true, false, false, false])
  const named = tablesFor('p99', { base: { kind: 'values', values: { config: 'b.fast' } } })[0]
  expect(named?.rows.map(({ isBase }) => isBase)).toEqual([false, true, false, false])
  expect(named?.rows[0]?.cells[3]?.ratio).toBeCloseTo(0.3 / 0.9, 12)
})

test('sentences name throughput and the response time that changed most, largest effect first', () => {
  const { sentences, left } = qualityTldr(tablesFor('p99'), { verdicts: null, smallestDetectable: null })
  expect(sentences.map(sentenceText)).toEqual([
    'query: b.fast has 1.50 times the throughput of a.base but 3.00 times its p99 response time of update_node.',
    'query: d.better has 1.20 times the throughput of a.base and 0.90 times its p99 response time of update_node.',
  ])
  expect(sentences[0]?.parts[4]).toEqual({ number: '3.00', cell: { table: 0, row: 1, column: 3 } })
  expect(left).toBe(0)
})

test('a test without response times still shows its costs; throughput alone gives no table', () => {
  const [table] = qualityTables(compare(SET, qualityComparison(requested, ['tps'])))
  const shown = table === undefined ? null : tableWithStatistic(table, 'p99')
  expect(shown?.columns.map(({ metric }) => metric)).toEqual(['tps', 'wKB/o', 'rss'])
  const [bare] = qualityTables(compare(SET, { ...qualityComparison(requested, []), metrics: ['primary'] }))
  expect(bare && tableWithStatistic(bare, 'p99')).toBeNull()
})

test('the URL of one statistic requests only its metrics, and of too many metrics the means are dropped first', () => {
  const comparison = qualityComparison(requested, METRICS)
  expect(withStatistic(comparison, 'max').metrics.slice(-2)).toEqual(['rss', 'latency_ms_max:get_node'])
  const many = Array.from({ length: 150 }, (_, i) => `latency_ms_avg:${i}`)
  const cut = qualityComparison(requested, [...many, 'latency_ms_p99:READ']).metrics
  expect(cut.filter((metric) => metric.startsWith('latency'))).toHaveLength(100)
  expect(cut).toContain('latency_ms_p99:READ')
})

test('the chart has an x value for each operation and names the slowest', () => {
  const [table] = tablesFor('p99')
  const chart = table === undefined ? null : qualityChart(table, 'query', (run) => `/${run}`)
  expect(chart?.x).toMatchObject({ places: [{ name: 'update_node' }, { name: 'get_node' }] })
  expect(chart?.summary).toBe('The slowest is update_node of b.fast: 0.9 ms.')
  expect(chart?.series[1]?.points).toEqual([
    { x: 0, y: 0.9, href: '/run 1' },
    { x: 1, y: 0.1, href: '/run 1' },
  ])
})

test('the default statistic is p99, else the highest percentile, the maximum, or the mean', () => {
  expect(usualStatistic(statisticsOf(METRICS))).toBe('p99')
  expect(usualStatistic(statisticsOf(['latency_ms_p95', 'latency_ms_p99.9', 'latency_ms_max']))).toBe('p99.9')
  expect(usualStatistic(statisticsOf(['latency_ms_avg:READ', 'latency_ms_stddev']))).toBe('avg')
  expect(statisticsOf(['p99.99', 'pmax', 'p50', 'usec_op', 'qps'])).toEqual(['avg', 'p50', 'p99.99', 'max'])
})

test('the Linkbench report has the p99 of all ten operations next to throughput and cost', () => {
  const set = pointsOfDocuments(readDemoDocuments('sep20.linkbench.200m'))
  const metrics = set.metrics.map(({ name }) => name)
  const comparison = { ...requested, rows: ['product', 'version', 'config'] as const, filters: { test: ['L1.P8'] } }
  const grid = compare(set, qualityComparison({ ...comparison, rows: [...comparison.rows] }, metrics))
  const [table, ...others] = qualityTables(grid).flatMap((all) => tableWithStatistic(all, 'p99') ?? [])
  expect(others).toEqual([])
  expect(table?.columns.filter(({ part }) => part === 'response').map(({ response }) => response?.operation)).toEqual([
    'add_node',
    'update_node',
    'delete_node',
    'get_node',
    'add_link',
    'delete_link',
    'update_link',
    'count_link',
    'multiget_link',
    'get_links_list',
  ])
  const mysql = table?.rows.find(({ name }) => name.includes('8.0.21'))
  const shown = mysql?.cells.map(({ value }, at) => value?.toFixed(table?.columns[at]?.digits))
  expect(shown?.slice(0, 4)).toEqual(['3645', '0.895', '14.317', '16.518'])
  expect(shown?.slice(-10)).toEqual(['14', '15', '15', '4', '22', '21', '21', '4', '4', '8'])
})

test('each repeat is a row with its own name, divided by the first', () => {
  const repeats = pointsOfDocuments([
    document('a.base', [1000, 2.72, 0.21, 0.1, 0.3, 20]),
    { ...document('a.base', [1100, 2.72, 0.21, 0.1, 0.4, 20]), repeat: 2 },
  ])
  const [table] = qualityTables(compare(repeats, qualityComparison({ ...requested, repeats: 'each' }, METRICS)))
  expect(table?.rows.map(({ name }) => name)).toEqual(['a.base repeat 1', 'a.base repeat 2'])
  expect(table?.rows.map(({ cells }) => cells[0]?.ratio)).toEqual([1, 1.1])
})
