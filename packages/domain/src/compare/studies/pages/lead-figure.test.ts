import { expect, test } from 'vitest'
import type { ChartModel } from '../../../publish/chart/chart-model.ts'
import { compare } from '../../compare.ts'
import { DEFAULT_COMPARISON } from '../../comparison.ts'
import { efficiencyComparison } from '../io-efficiency/efficiency.ts'
import { metricColumnsOf } from '../metric-columns.ts'
import { leadFigure } from './lead-figure.ts'
import { metricGrid } from './metric-grid.ts'
import type { StudyElement } from './study-page.ts'

const chart = (id: string): ChartModel => ({
  id,
  title: id,
  summary: '',
  draw: 'line',
  x: { kind: 'number', label: '', unit: '' },
  y: { label: '', unit: '', better: 'higher', format: 'value' },
  series: [],
})

test('the first charts lead, and nothing else moves or is lost', () => {
  const text: StudyElement = { kind: 'text', text: 'a' }
  const parts: StudyElement[] = [
    text,
    { kind: 'section', title: 'one', parts: [text, { kind: 'charts', models: [chart('first')] }] },
    { kind: 'section', title: 'two', parts: [{ kind: 'charts', models: [chart('second')] }] },
  ]
  const led = leadFigure(parts)
  expect(led.models.map(({ id }) => id)).toEqual(['first'])
  expect(led.parts).toEqual([text, { kind: 'section', title: 'one', parts: [text] }, parts[2]])
  expect(leadFigure(led.parts).parts).toEqual([text, { kind: 'section', title: 'one', parts: [text] }])
})

test('every later repeat is in one bar of the histogram', () => {
  const values = [100, 101, 99.5, 112, 80, 104, 97]
  const points = values.map((value, repeat) => ({
    runId: `00000000-0000-8000-8000-00000000000${repeat}`,
    resultId: String(repeat),
    coordinates: { version: '1', test: 't', group: '', clients: '1', repeat: String(repeat + 1) },
    values: { qps: value },
  }))
  const comparison = { ...DEFAULT_COMPARISON, columns: ['version' as const, 'repeat' as const] }
  const tests = [{ name: 't', group: '', order: 0, role: 'measured' as const, primaryMetric: 'qps' }]
  const metrics = [{ name: 'qps', unit: 'q', better: 'higher' as const, about: '' }]
  const grid = compare({ points, tests, metrics }, comparison)
  const model = leadFigure([{ kind: 'grid', grid, comparison }]).models.find(({ draw }) => draw === 'bar')
  const bars = model?.series[0]?.points.map(({ y }) => y ?? 0) ?? []
  expect(bars.reduce((sum, count) => sum + count, 0)).toBe(values.length - 1)
  expect(bars[0]).toBe(1)
  expect(bars.at(-1)).toBe(1)
  expect(model?.summary).toBe('2 of 6 repeats are within 1% of the first.')
})

test('tables of tests with one repeat are left out and counted', () => {
  const comparison = { ...DEFAULT_COMPARISON, tables: ['test' as const], columns: ['repeat' as const] }
  const pointOf = (test: string, repeat: string) => ({
    runId: `00000000-0000-8000-8000-00000000000${repeat}`,
    resultId: `${test}${repeat}`,
    coordinates: { version: '1', test, group: '', clients: '1', repeat },
    values: { qps: 100 },
  })
  const tests = ['a', 'b'].map((name, order) => ({
    name,
    group: '',
    order,
    role: 'measured' as const,
    primaryMetric: 'qps',
  }))
  const metrics = [{ name: 'qps', unit: 'q', better: 'higher' as const, about: '' }]
  const points = [pointOf('a', '1'), pointOf('b', '1'), pointOf('b', '2')]
  const grid = compare({ points, tests, metrics }, comparison)
  const { parts } = leadFigure([{ kind: 'grid', grid, comparison }])
  expect(grid.tables.map(({ key }) => key.label)).toEqual(['a', 'b'])
  expect(parts).toEqual([
    { kind: 'grid', grid, comparison, only: [1] },
    { kind: 'text', text: '1 table has the base alone and is left out; the comparison has all.', soft: true },
  ])
})

test('a page without charts or tables has no figure', () => {
  const parts: StudyElement[] = [{ kind: 'text', text: 'nothing' }]
  expect(leadFigure(parts)).toEqual({ models: [], parts })
})

test('inexact searches have throughput vs recall, with the results that no other one beats', () => {
  const results = [
    { params: '32', recall: 0.9, qps: 900 },
    { params: '64', recall: 0.95, qps: 700 },
    { params: '128', recall: 0.94, qps: 500 },
    { params: '256', recall: 0.99, qps: 300 },
  ]
  const points = results.map(({ params, recall, qps }, at) => ({
    runId: `00000000-0000-8000-8000-00000000000${at}`,
    resultId: params,
    coordinates: { version: '1', test: 'search', group: '', clients: '1', repeat: '1', config: params },
    values: { qps, recall },
  }))
  const tests = [{ name: 'search', group: '', order: 0, role: 'measured' as const, primaryMetric: 'qps' }]
  const metrics = ['qps', 'recall'].map((name) => ({ name, unit: '', better: 'higher' as const, about: '' }))
  const comparison = efficiencyComparison({
    ...DEFAULT_COMPARISON,
    columns: ['config'],
    metrics: ['qps', 'recall'],
    show: 'both',
  })
  const grid = compare({ points, tests, metrics }, comparison)
  const parts = metricColumnsOf(grid).map(
    (table): StudyElement => ({
      kind: 'metrics',
      title: 'search',
      grid: metricGrid({ ...table, title: 'search' }, grid),
    }),
  )
  const [model] = leadFigure(parts).models
  expect(model?.title).toBe('Throughput vs recall')
  expect(model?.series[0]?.points.map(({ x }) => x)).toEqual([0.9, 0.94, 0.95, 0.99])
  expect(model?.series[1]).toMatchObject({ name: 'Pareto front', dashed: true })
  expect(model?.series[1]?.points).toEqual([
    { x: 0.9, y: 900 },
    { x: 0.95, y: 700 },
    { x: 0.99, y: 300 },
  ])
})
