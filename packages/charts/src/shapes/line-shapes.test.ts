import { percentileCharts } from '@assay/domain/publish/chart/percentile-charts'
import { expect, test } from 'vitest'
import { lineShapes } from './line-shapes.ts'

test('every nine has the same width, and the ticks are nines', () => {
  const points = [1, 2, 10, 100, 1_000, 2_000].map((x) => ({ x, ms: x }))
  const [model] = percentileCharts([{ operation: 'read', curves: [{ name: '18.0', count: 2_000, points }] }])
  if (model === undefined) throw new Error('there is one chart')
  const labels = lineShapes(model).labels.filter(({ text }) => /^p\d/.test(text))
  expect(labels.map(({ text }) => text)).toEqual(['p0', 'p90', 'p99', 'p99.9'])
  const gaps = labels.slice(1).map(({ x }, i) => x - (labels[i]?.x ?? 0))
  expect(gaps[2]).toBeCloseTo(gaps[1] ?? 0, 0)
})
