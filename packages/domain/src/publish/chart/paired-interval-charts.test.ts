import { expect, test } from 'vitest'
import type { SampledSeries } from './interval-charts.ts'
import { pairedIntervalCharts } from './paired-interval-charts.ts'

const series = (name: string, values: (number | null)[]): SampledSeries => ({
  metric: { name, unit: 'ops/s', better: 'higher' },
  intervalSeconds: 10,
  startSeconds: 10,
  values,
})

test('a metric that both runs sampled has a line for each, in the same seconds', () => {
  const charts = pairedIntervalCharts(
    { name: '17.6', series: [series('qps', [5, 6, 7]), series('us', [1])] },
    { name: '18.0', series: [series('cs', [1, 2]), series('qps', [3, null])] },
  )
  expect(charts.map(({ title }) => title)).toEqual(['qps'])
  expect(charts[0]?.summary).toBe('qps in ops/s over time: median 6 in 17.6, 3 in 18.0.')
  expect(charts[0]?.series.map(({ name, points }) => [name, points.map(({ x, y }) => [x, y])])).toEqual([
    ['17.6', [[10, 5], [20, 6], [30, 7]]], // biome-ignore format: one line reads as a table
    ['18.0', [[10, 3], [20, null]]], // biome-ignore format: one line reads as a table
  ])
})

test('a run without values has no chart', () => {
  const own = { name: 'a', series: [series('qps', [null])] }
  expect(pairedIntervalCharts(own, own)).toEqual([])
})
