import { resultsOf } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { compare } from '../../compare/compare.ts'
import { DEFAULT_COMPARISON } from '../../compare/comparison.ts'
import type { ChartModel } from '../chart/chart-model.ts'
import { figureModels, missingRows } from './figure-drawings.ts'

const grid = compare(resultsOf('test | 17.6 | 18.0\npoint | 100 | 90\nscan | 10 | 12'), {
  ...DEFAULT_COMPARISON,
  columns: ['version'],
  base: { kind: 'values', values: { version: '17.6' } },
})
const chart = { show: ['chart'] as const, rows: [], charts: null }

test('a comparison has a bar for each row, and each named row has a separate chart', () => {
  const [bars] = figureModels(chart, { grid, studyCharts: undefined })
  expect(bars?.series[0]?.points.map(({ y }) => y)).toEqual([0.9, 1.2])
  const rows = figureModels({ ...chart, rows: ['scan', 'none'] }, { grid, studyCharts: undefined })
  expect(rows.map(({ title, series }) => [title, series[0]?.points.map(({ y }) => y)])).toEqual([['scan', [1, 1.2]]])
  expect(missingRows({ rows: ['scan', 'none'] }, grid)).toEqual(['none'])
})

test('a study figure has the charts of its page, or those with the given numbers', () => {
  const model = (id: string): ChartModel => ({
    id,
    title: id,
    summary: '',
    draw: 'line',
    x: { kind: 'number', label: '', unit: '' },
    y: { label: '', unit: '', better: 'higher', format: 'value' },
    series: [],
  })
  const studyCharts = [model('a'), model('b')]
  expect(figureModels(chart, { grid, studyCharts })).toEqual(studyCharts)
  expect(figureModels({ ...chart, charts: [2] }, { grid, studyCharts })).toEqual([studyCharts[1]])
  expect(figureModels({ ...chart, show: ['table'] }, { grid, studyCharts })).toEqual([])
})
