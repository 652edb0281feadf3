import { pointsOfDocuments } from '@assay/testing/compare/points-of-documents'
import { expect, test } from 'vitest'
import { parseStep, stepTest } from '../../../benchmarks/iibench/parse/step.ts'
import type { UploadDocument } from '../../../run/upload-document.ts'
import { compare } from '../../compare.ts'
import { fromQuery } from '../../comparison-url.ts'
import { missedTargets, stepsComparisons, stepsOf, stepsSentence } from './steps.ts'
import { stepCharts, stepDetails, stepTables } from './steps-details.ts'

type Row = { qps?: number; background?: number; inserts?: number; shares?: Record<string, number> }

/** Creates a run from the values of its steps. */
function run(version: string, workload: string, steps: Record<string, Row>, clients = 1): UploadDocument {
  const metricNames = ['inserts/s', 'point_queries/s', 'background/s', 'cs/o', 'rt_query_1ms', 'rt_query_max']
  return {
    schemaVersion: 1,
    product: 'MySQL',
    version,
    build: {},
    config: { name: 'a' },
    hardware: { name: 'pn53', cores: 48 },
    benchmark: { name: 'Insert Benchmark' },
    workload: { name: workload },
    tests: Object.keys(steps)
      .flatMap((name) => parseStep(name) ?? [])
      .map(stepTest),
    metricNames,
    results: Object.entries(steps).map(([test, { qps, background, inserts, shares }]) => ({
      test,
      clients,
      values: [inserts, qps, background, 3, shares?.rt_query_1ms, shares?.rt_query_max].map((value) => value ?? null),
    })),
  }
}

const set = pointsOfDocuments([
  run('8.0', 'cached', { 'l.i0': { inserts: 1000 }, qp500: { qps: 500, background: 499 } }),
  run('9.5', 'cached', {
    'l.i0': { inserts: 900 },
    qp500: { qps: 250, background: 470, shares: { rt_query_1ms: 99.9, rt_query_max: 0.2 } },
  }),
  run('9.5', 'IO-bound', { 'l.i0': { inserts: 400 } }),
])
const requested = fromQuery('rows=version&columns=workload,test&base=first-row').comparison
const grids = () => {
  const comparisons = stepsComparisons(requested)
  return {
    throughput: compare(set, comparisons.throughput),
    relative: compare(set, comparisons.relative),
    background: compare(set, comparisons.background),
  }
}

test('workloads are columns above steps, each with its unit', () => {
  const [table] = grids().throughput.tables
  expect(table?.columns.map(({ label, note }) => `${label}: ${note}`)).toEqual([
    'cached l.i0: inserts/s',
    'cached qp500: point queries/s',
    'IO-bound l.i0: inserts/s',
  ])
  expect(stepsOf(grids().throughput)).toEqual(['l.i0', 'qp500'])
})

test('a step that missed its target is shown and excluded from bands and ratios', () => {
  const { throughput, relative, background } = grids()
  const cellOf = (grid: typeof throughput) => grid.tables[0]?.groups[0]?.rows[1]?.cells[1]
  expect(cellOf(throughput)).toMatchObject({ value: 250, band: 'none' })
  expect(cellOf(throughput)?.footnotes.map(({ code }) => code)).toEqual(['missed-target'])
  expect(cellOf(relative)).toMatchObject({ ratio: 0.5, band: 'none' })
  expect(missedTargets(background)).toEqual([
    { server: '9.5', step: 'cached qp500', table: '', rate: 470, target: 500 },
  ])
  expect(stepsSentence({ throughput, background })).toBe(
    '2 servers, 2 steps. 1 of 2 background rates missed their target: 9.5 in cached qp500 (470 of 500/s).',
  )
})

test('any row may be the base, and background rates keep their targets', () => {
  const { relative, background, throughput } = stepsComparisons({
    ...requested,
    base: { kind: 'values', values: { version: '9.5' } },
  })
  expect(compare(set, relative).tables[0]?.groups[0]?.rows[0]?.cells[0]?.ratio).toBeCloseTo(1.11, 2)
  expect([background.base.kind, throughput.base.kind]).toEqual(['target', 'none'])
})

test('by default servers are on rows; workloads can be rows or tables', () => {
  const axesOf = (query: string) => {
    const { rows, columns, tables } = stepsComparisons(fromQuery(query).comparison).relative
    return [rows, columns, tables].map((axis) => axis.join(','))
  }
  expect(axesOf('')).toEqual(['product,version,config', 'workload,test', ''])
  expect(axesOf('tables=workload')).toEqual(['product,version,config', 'test', 'workload'])
  expect(axesOf('rows=workload,version&columns=test')).toEqual(['workload,version', 'test', ''])
  expect(axesOf('repeats=each&columns=version')).toEqual(['version,repeat', 'workload,test', ''])
})

test('a step has tables of metrics and of response times by operation', () => {
  const { metrics, responseTimes } = stepTables(
    compare(set, stepDetails(stepsComparisons(requested).throughput, 'qp500')),
  )
  expect(metrics.map(({ label, metrics: columns }) => [label, ...columns.map(({ metric }) => metric)])).toEqual([
    ['cached', 'point_queries/s', 'background/s', 'cs/o'],
  ])
  expect(responseTimes.map(({ title, table }) => [title, ...table.metrics.map(({ metric }) => metric)])).toEqual([
    ['Query responses, cached', '1ms', 'max'],
  ])
  expect(responseTimes[0]?.table.rows.map(({ label, cells }) => [label, ...cells.map(({ value }) => value)])).toEqual([
    ['9.5', 99.9, 0.2],
  ])
})

test('charts of a step have a line for each server with the highest point marked', () => {
  const metric = { name: 'point_queries/s', unit: 'point queries/s', better: 'higher', about: '' } as const
  const common = { color: 1, href: '/r', metric, startSeconds: 1, intervalSeconds: 1 }
  const [chart, ...others] = stepCharts('qp500', [
    { ...common, metric: { ...metric, name: 'deletes/s' }, server: 'a', values: [1] },
    { ...common, server: 'a', values: [5, null, 9, 9] },
    { ...common, server: 'b', values: [null, 2] },
    { ...common, server: 'c', values: [null] },
  ])
  expect(others.map(({ title }) => title)).toEqual(['qp500: deletes/s from interval to interval'])
  expect(chart?.summary).toBe('Highest: a 9 at 3 s; b 2 at 2 s.')
  expect(chart?.series.map(({ name, points }) => [name, points.filter(({ note }) => note === 'highest')])).toEqual([
    ['a', [{ x: 3, y: 9, href: '/r', note: 'highest' }]],
    ['b', [{ x: 2, y: 2, href: '/r', note: 'highest' }]],
  ])
  expect(chart?.series[0]?.points[1]).toEqual({ x: 2, y: null })
})
