import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { expect, test } from 'vitest'
import { prepareDrawing } from './prepare-drawing.ts'
import { shownChart } from './shown-chart.ts'

const chart = (ys: readonly number[][], draw: ChartModel['draw'] = 'line'): ChartModel => ({
  ...{ id: 'c', title: 'qps', summary: '', draw },
  x: { kind: 'ordered', label: 'version', places: (ys[0] ?? []).map((_, at) => ({ name: `v${at}` })) },
  y: { label: 'qps', unit: '', better: 'higher', format: 'value' },
  series: ys.map((values, at) => ({ name: `s${at}`, color: at + 1, points: values.map((y, x) => ({ x, y })) })),
})
const VIEW = { start: null, hidesOutliers: false, isRelative: false }
const NOTHING = { view: VIEW, hidden: new Set<number>(), range: null }

test('a hidden series does not stretch the axis, and the others keep their color', () => {
  const model = chart([
    [1000, 2000],
    [1, 2],
  ])
  const { model: shown, start } = shownChart(model, { ...NOTHING, hidden: new Set([0]) })
  const { series, ticks } = prepareDrawing(shown, start)
  expect(series.map(({ name, color }) => `${name} ${color}`)).toEqual(['s1 var(--series-2)'])
  expect(ticks.at(-1)).toBe(2)
})

test('bars become points where the axis does not start at zero', () => {
  const bars = chart([[0.01, 16]], 'bar')
  expect(shownChart(bars, NOTHING).model.draw).toBe('bar')
  for (const start of ['log', 'cropped'] as const)
    expect(shownChart(bars, { ...NOTHING, view: { ...VIEW, start } }).model.draw).toBe('scatter')
})

test('values of zero have no logarithmic axis, and horizontal bars always start at zero', () => {
  const view = { ...VIEW, start: 'log' as const }
  expect(shownChart(chart([[0, 5]]), { ...NOTHING, view }).start).toBe('zero')
  expect(shownChart(chart([[1, 5]]), { ...NOTHING, view }).start).toBe('log')
  expect(shownChart(chart([[1, 5]], 'rows'), { ...NOTHING, view }).start).toBe('zero')
})

test('a range keeps its names, and the slider has all of them', () => {
  const { model, whole } = shownChart(chart([[1, 2, 3, 4]]), { ...NOTHING, range: { from: 1, to: 2 } })
  expect(model.x.kind === 'ordered' && model.x.places.map(({ name }) => name)).toEqual(['v1', 'v2'])
  expect(whole.series[0]?.points).toHaveLength(4)
})
