import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { expect, test } from 'vitest'
import { withoutOutliers } from './outliers.ts'

const model = (...series: (number | null)[][]): ChartModel => ({
  id: 'a',
  title: 'a',
  summary: '',
  draw: 'line',
  x: { kind: 'number', label: 'x', unit: '' },
  y: { label: 'y', unit: '', better: 'higher', format: 'value' },
  series: series.map((ys, i) => ({ name: String(i), color: 1, points: ys.map((y, x) => ({ x, y })) })),
})

const hiddenIn = (...series: (number | null)[][]) => withoutOutliers(model(...series)).hidden

test('a spike becomes a gap, only in its own series', () => {
  const { model: shown, hidden } = withoutOutliers(
    model([10, 11, 10, 12, 11, 10, 500, 11, 10], [500, 510, 490, 500, 505, 500, 495, 500]),
  )
  expect(hidden).toBe(1)
  expect(shown.series[0]?.points[6]).toEqual({ x: 6, y: null })
  expect(shown.series[1]?.points.every(({ y }) => y !== null)).toBe(true)
})

test('a drop is an outlier too, and missing values stay missing', () => {
  expect(hiddenIn([100, 101, 99, 100, null, 100, 101, 0, 100, 99])).toBe(1)
})

test('a series of a few points has no outliers', () => {
  expect(hiddenIn([1, 1, 1, 100])).toBe(0)
})

test('a nearly constant series has no outliers', () => {
  expect(hiddenIn([100, 100, 100, 100, 100, 100, 100, 101, 100, 100])).toBe(0)
})
