import { expect, test } from 'vitest'
import { compare } from '../../compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../../comparison.ts'
import { gridCharts } from './grid-charts.ts'

const METRICS = [{ name: 'qps', unit: 'q', better: 'higher' as const, about: '' }]

function gridOf(
  values: readonly { version: string; config?: string; test: string; qps: number }[],
  change: Partial<Comparison>,
) {
  const points = values.map(({ version, config = '', test: name, qps }, at) => ({
    runId: `run ${at}`,
    resultId: `result ${at}`,
    coordinates: { version, config, test: name, group: '', clients: '1' },
    values: { qps },
  }))
  const tests = [...new Set(values.map(({ test: name }) => name))].map((name, order) => ({
    ...{ name, group: '', order, role: 'measured' as const, primaryMetric: 'qps' },
  }))
  return compare({ points, tests, metrics: METRICS }, { ...DEFAULT_COMPARISON, ...change })
}

test('three versions are a line for each test', () => {
  const grid = gridOf(
    [10, 12, 9].map((qps, at) => ({ version: String(at + 1), test: 'scan', qps })),
    { columns: ['version'] },
  )
  const [chart] = gridCharts(grid)
  expect(chart?.draw).toBe('line')
  expect(chart?.y.start).toBe('near')
  expect(chart?.title).toBe('qps: scan')
  expect(chart?.x).toMatchObject({ kind: 'ordered', places: [{ name: '1' }, { name: '2' }, { name: '3' }] })
  expect(chart?.series.map(({ name, points }) => [name, points.map(({ y }) => y)])).toEqual([['scan', [1, 1.2, 0.9]]])
})

test('two configs are bars without those of the base, worst first', () => {
  const values = [
    { test: 'scan', base: 10, other: 11 },
    { test: 'point', base: 10, other: 8 },
  ].flatMap(({ test: name, base, other }) => [
    { version: '1', config: 'a', test: name, qps: base },
    { version: '1', config: 'b', test: name, qps: other },
  ])
  const [chart] = gridCharts(gridOf(values, { columns: ['config'] }))
  expect(chart?.draw).toBe('rows')
  expect(chart?.x).toMatchObject({ places: [{ name: 'point' }, { name: 'scan' }] })
  expect(chart?.series.map(({ name, points }) => [name, points.map(({ y }) => y)])).toEqual([['b', [0.8, 1.1]]])
})

test('a chart names how many rows it leaves out, and has those with the largest change', () => {
  const values = Array.from({ length: 30 }, (_, at) => [
    { version: '1', config: 'a', test: `t${at}`, qps: 100 },
    { version: '1', config: 'b', test: `t${at}`, qps: 100 + at },
  ]).flat()
  const [chart] = gridCharts(gridOf(values, { columns: ['config'] }))
  expect(chart?.left).toBe('Drawn are the 12 rows with the largest change, of 30 rows.')
  expect(chart?.series[0]?.points.every(({ y }) => (y ?? 0) >= 1.18)).toBe(true)
})

test('a grid without a base has no chart of ratios', () => {
  const grid = gridOf([{ version: '1', test: 'scan', qps: 1 }], { columns: ['version'], show: 'absolute' })
  expect(gridCharts(grid)).toEqual([])
})
