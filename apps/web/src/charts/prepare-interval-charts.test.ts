import { expect, test } from 'vitest'
import type { SampleSeries } from '../trpc/answers.ts'
import { prepareIntervalCharts } from './prepare-interval-charts.ts'

const series = (values: (number | null)[], changes: Partial<SampleSeries> = {}): SampleSeries => ({
  id: 'a',
  metric: { name: 'qps', unit: 'queries/s', better: 'higher', about: '' },
  intervalSeconds: 1,
  startSeconds: 1,
  count: values.length,
  values,
  ...changes,
})

test('a chart says in a sentence what it shows', () => {
  const [chart] = prepareIntervalCharts([series([100, 80, null, 120])])
  expect(chart?.summary).toBe(
    'qps in queries/s: 3 samples, 1 s apart, median 100, lowest 80 at 2 s, highest 120 at 4 s, 1 missing.',
  )
  expect(chart?.ticks).toEqual([0, 50, 100, 150])
  expect(chart?.secondsDomain).toEqual([1, 4])
})

test('a missing sample stays a gap and is never zero', () => {
  const [chart] = prepareIntervalCharts([series([5, null, 7])])
  expect(chart?.points.map(({ value }) => value)).toEqual([5, null, 7])
})

test('a series without any value makes no chart', () => {
  expect(prepareIntervalCharts([series([null, null]), series([])])).toEqual([])
})

test('a long series is thinned and keeps its spikes', () => {
  const values = Array.from({ length: 50_000 }, (_, index) => (index === 31_234 ? 9_999 : index % 7))
  const [chart] = prepareIntervalCharts([series(values)])
  expect(chart?.points.length).toBeLessThanOrEqual(2_000)
  expect(chart?.thinned).toBe(true)
  expect(Math.max(...(chart?.points ?? []).map(({ value }) => value ?? 0))).toBe(9_999)
  const seconds = chart?.points.map((point) => point.seconds) ?? []
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
})

test('an even number of samples has the mean of the middle two as its median', () => {
  expect(prepareIntervalCharts([series([1, 2, 3, 10])])[0]?.summary).toContain('median 2.5')
})
