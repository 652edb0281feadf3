import { expect, test } from 'vitest'
import { createHistogram, histogramQuantile, recordValues } from '../../histograms/histogram.ts'
import { chartTable } from './chart-table.ts'
import { ninesName, percentileCharts, percentilePoints } from './percentile-charts.ts'

const LAYOUT = { lowest: 1, highest: 3_600_000_000, digits: 3 }
const histogram = recordValues(
  LAYOUT,
  Array.from({ length: 2_000 }, (_, i) => [1_000 + i * i, 1] as const),
)
const points = percentilePoints({ histogram, unitMs: 0.001 })

test('a curve has the quantiles of its histogram and ends where one value is left', () => {
  for (const { x, ms } of points) expect(ms).toBe((histogramQuantile(histogram, 1 - 1 / x) ?? 0) * 0.001)
  expect(points[0]?.x).toBe(1)
  expect(points.at(-1)?.x).toBeLessThanOrEqual(histogram.count)
  expect(points.at(-1)?.x).toBeGreaterThan(histogram.count / 1.3)
  expect(percentilePoints({ histogram: createHistogram([]), unitMs: 1 })).toEqual([])
})

test.each([
  [1, 'p0'],
  [2, 'p50'],
  [10, 'p90'],
  [100, 'p99'],
  [1_000, 'p99.9'],
  [100_000, 'p99.999'],
])('%d is %s', (x, name) => {
  expect(ninesName(x)).toBe(name)
})

test('a chart of curves names their quantiles, and its table has a row for each nine', () => {
  const [model] = percentileCharts([{ operation: 'read', curves: [{ name: '18.0', count: 2_000, points }] }])
  if (model === undefined) throw new Error('there is one chart')
  expect(model.summary).toContain('18.0: p50 999 ms, p99 3,918 ms')
  expect(chartTable(model).rows.find(({ name }) => name === 'p90')?.cells[0]?.value).toBeCloseTo(3_238, -1)
})
