import { expect, test } from 'vitest'
import { compare } from '../../compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../../comparison.ts'
import type { Point, PointSet } from '../../point.ts'
import { sweepAxes, sweepComparison } from './sweep.ts'
import { sweepCharts } from './sweep-charts.ts'

/** Parses lines such as `read lru 8 2: 100`: QPS of a test with a cache, a fanout and a write rate. */
function results(...lines: string[]): PointSet {
  const points = lines.map((line, i): Point => {
    const [test = '', cache = '', fanout = '', rate = '', qps] = line.split(/[ :]+/)
    const coordinates = { test, 'param:cache': cache, 'param:fanout': fanout, 'param:write_mb': rate }
    return { runId: `run ${i}`, resultId: `${i}`, coordinates, values: { qps: Number(qps) } }
  })
  const tests = [...new Set(points.map(({ coordinates }) => coordinates.test ?? ''))].map((name, order) => {
    return { name, group: null, order, role: 'measured' as const, primaryMetric: 'qps' }
  })
  return { points, tests, metrics: [] }
}

const set = results(
  'read lru 8 2: 100',
  'read lru 8 32: 85',
  'read lru 8 128: 70',
  'read hyperclock 8 2: 330',
  'read hyperclock 8 32: 290',
)

const requested = (changes: Partial<Comparison>): Comparison =>
  sweepComparison({
    ...DEFAULT_COMPARISON,
    rows: ['param:write_mb'],
    columns: ['param:cache'],
    tables: ['test'],
    ...changes,
  })

const base = { kind: 'values', values: { 'param:cache': 'lru' } } as const

test('numbers are on a numeric axis, logarithmic for a wide range', () => {
  const [chart] = sweepCharts(compare(set, requested({ base })))
  expect(chart).toMatchObject({
    title: 'read',
    draw: 'line',
    x: { kind: 'log', label: 'write_mb' },
    y: { format: 'ratio', label: 'qps relative to cache=lru' },
    marks: [{ axis: 'y', at: 1 }],
  })
  expect(chart?.series.map(({ name, points }) => [name, ...points.map(({ x, y }) => [x, y])])).toEqual([
    ['cache=hyperclock', [2, 3.3], [32, 290 / 85], [128, null]],
    ['cache=lru', [2, 1], [32, 1], [128, 1]],
  ])
  expect(chart?.summary).toBe('From 1.00 (write_mb 2, cache=lru) to 3.41 (write_mb 32, cache=hyperclock).')
})

test('numbers in columns are on the numeric axis too', () => {
  const swapped = requested({ rows: ['param:cache'], columns: ['param:write_mb'], base: { kind: 'first-column' } })
  const [chart] = sweepCharts(compare(set, swapped))
  expect(chart?.x).toMatchObject({ kind: 'log', label: 'write_mb' })
  expect(chart?.series.map(({ name }) => name)).toEqual(['cache=hyperclock', 'cache=lru'])
})

test('without numbers on either axis rows are bars', () => {
  const plain = requested({
    rows: ['test'],
    columns: ['param:cache'],
    tables: [],
    filters: { 'param:write_mb': ['2'] },
    base,
  })
  const [chart] = sweepCharts(compare(set, plain))
  expect(chart).toMatchObject({ draw: 'rows', x: { kind: 'ordered', places: [{ name: 'read' }] } })
})

test('charts of absolute values have their unit', () => {
  const [chart] = sweepCharts(compare(set, requested({ base: { kind: 'none' } })))
  expect(chart?.y).toMatchObject({ format: 'value', unit: 'queries/s' })
  expect(chart?.marks).toBeUndefined()
})

test('any parameter with several values can be on any axis', () => {
  const observed = [
    { name: 'version' as const, values: ['1', '2'] },
    { name: 'benchmark' as const, values: ['a', 'b'] },
    { name: 'param:cache' as const, values: ['lru', 'hyperclock'] },
    { name: 'param:fanout' as const, values: ['8'] },
    { name: 'param:write_mb' as const, values: ['2', '32'] },
  ]
  const [rows, , tables] = sweepAxes(requested({ tables: ['test', 'hardware'] }), observed)
  expect(rows).toMatchObject({ label: 'Rows', chosen: 'param:write_mb' })
  expect(rows?.offered.map(({ label }) => label)).toEqual(['version', 'cache', 'write_mb'])
  expect(tables?.offered[0]).toEqual({ value: 'test,hardware', label: 'test, hardware' })
})
