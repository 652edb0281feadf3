import { expect, test } from 'vitest'
import { intervalCharts, type SampledSeries } from './interval-charts.ts'
import { MAX_POINTS } from './thin-points.ts'

const series = (values: (number | null)[], changes: Partial<SampledSeries> = {}): SampledSeries => ({
  metric: { name: 'qps', unit: 'queries/s', better: 'higher' },
  intervalSeconds: 1,
  startSeconds: 1,
  values,
  ...changes,
})

test('a chart has a summary sentence and marks the highest sample', () => {
  const [chart] = intervalCharts([series([100, 80, null, 120])])
  expect(chart?.summary).toBe(
    'qps in queries/s: 3 samples, 1 s apart, median 100, lowest 80 at 2 s, highest 120 at 4 s, 1 missing.',
  )
  expect(chart?.series[0]?.points).toEqual([
    { x: 1, y: 100 },
    { x: 2, y: 80 },
    { x: 3, y: null },
    { x: 4, y: 120, note: 'highest' },
  ])
})

test('a series without values makes no chart', () => {
  expect(intervalCharts([series([null, null]), series([])])).toEqual([])
})

test('a long series is thinned without losing spikes, and the chart states it', () => {
  const values = Array.from({ length: 50_000 }, (_, index) => (index === 31_234 ? 9_999 : index % 7))
  const [chart] = intervalCharts([series(values)])
  const points = chart?.series[0]?.points ?? []
  expect(points.length).toBeLessThanOrEqual(MAX_POINTS)
  expect(chart?.left).toBe('Each stretch shows its lowest and highest sample.')
  expect(points.find(({ y }) => y === 9_999)).toMatchObject({ x: 31_235, note: 'highest' })
  const seconds = points.map(({ x }) => x)
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
})

test('an even number of samples has the mean of the middle two as its median', () => {
  expect(intervalCharts([series([1, 2, 3, 10])])[0]?.summary).toContain('median 2.5')
})
