import type { ChartModel, ChartSeries } from '@assay/domain/publish/chart/chart-model'
import { expect, test } from 'vitest'
import { lineShapes } from '../shapes/line-shapes.ts'
import { hideSeries } from '../view/select-range.ts'
import { boxPlots } from './box-plots.ts'

const repeat = (at: number, ys: readonly (number | null)[]): ChartSeries => ({
  name: `repeat ${at}`,
  color: at,
  points: ys.map((y, x) => ({ x, y })),
})

const strip: ChartModel = {
  id: 'repeats',
  title: 'Repeats vs their median',
  summary: 'Two tests.',
  draw: 'strip',
  x: { kind: 'ordered', label: 'test', places: [{ name: 'scan' }, { name: 'sort' }] },
  y: { label: 'value', unit: '', better: 'neither', format: 'ratio' },
  series: [repeat(1, [0.9, 1]), repeat(2, [1, null]), repeat(3, [1.02, null]), repeat(4, [1.1, null])],
}

test('four repeats have a box of quartiles, and a single one has none', () => {
  expect(boxPlots(strip)).toEqual([
    { x: 0, low: 0.9, high: 1.1, median: 1.01, quartiles: { low: expect.closeTo(0.975), high: expect.closeTo(1.04) } },
  ])
})

test('the box is that of the series that are shown', () => {
  const [box] = boxPlots(hideSeries(strip, new Set([0])))
  expect(box).toMatchObject({ low: 1, high: 1.1, median: 1.02, quartiles: null })
})

test('charts of other kinds have no boxes', () => {
  expect(boxPlots({ ...strip, draw: 'scatter' })).toEqual([])
})

test('a file has the dots, the box inside the plot, and the line of the median', () => {
  const { boxes, dots, lines, width } = lineShapes(strip)
  expect(dots).toHaveLength(5)
  const box = boxes.find(({ height }) => height > 20)
  const at = dots[0]?.x ?? 0
  expect(box?.x).toBeGreaterThan(76)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(width)
  expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(at)
  expect(lines.filter(({ width: drawn }) => drawn === 2)).toHaveLength(1)
})
