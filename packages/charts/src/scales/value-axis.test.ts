import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { expect, test } from 'vitest'
import { usualStart, valueAxis } from './value-axis.ts'

function axis(
  ys: (number | null)[],
  changes: Partial<ChartModel['y']> = {},
  { marks = [], draw = 'line' }: Partial<Pick<ChartModel, 'marks' | 'draw'>> = {},
) {
  const y = { label: 'y', unit: '', better: 'higher' as const, format: 'value' as const, ...changes }
  const series = [{ name: 'a', color: 1, points: ys.map((value, x) => ({ x, y: value })) }]
  const [zero, cropped] = (['zero', 'cropped'] as const).map((start) => valueAxis({ series, marks, y, draw }, start))
  return { usual: usualStart({ draw, y }), zero: [zero?.[0], zero?.at(-1)], cropped: [cropped?.[0], cropped?.at(-1)] }
}

test('an axis starts at zero, or just below its lowest value', () => {
  expect(axis([95, 100, null, 104])).toEqual({ usual: 'zero', zero: [0, 125], cropped: [94, 104] })
})

test('small multiples share one axis range', () => {
  expect(axis([1], { room: { low: 0.6, high: 3.1 } })).toEqual({ usual: 'zero', zero: [0, 4], cropped: [0.5, 3.5] })
})

test('the axis includes horizontal marks, not vertical ones', () => {
  expect(axis([1], {}, { marks: [{ axis: 'y', at: 48, label: 'perfect' }] }).zero).toEqual([0, 50])
  expect(axis([1], {}, { marks: [{ axis: 'x', at: 48, label: 'steady' }] }).zero).toEqual([0, 1])
})

test('the axis includes negative values, and exists without values', () => {
  expect(axis([-3, 7]).zero).toEqual([-4, 8])
  expect(axis([null]).cropped).toEqual([0, 1])
})

test('lines and horizontal bars of ratios to a base have an axis around 1, and vertical bars one from zero', () => {
  const ratio = { format: 'ratio' as const }
  expect(axis([0.99, 1.01], ratio)).toMatchObject({ usual: 'cropped', cropped: [0.9, 1.1] })
  expect(axis([0.99, 1.01], ratio, { draw: 'rows' }).usual).toBe('cropped')
  expect(axis([0.99, 1.01], ratio, { draw: 'bar' }).usual).toBe('zero')
  expect(axis([0.99, 1.01], { ...ratio, room: { low: 0, high: 1 } }, { draw: 'rows' }).usual).toBe('zero')
  expect(axis([1, 40], { ...ratio, unit: 'times' }).usual).toBe('zero')
})

test('an axis near its values has room around them, so that noise looks small', () => {
  const [low = 0, high = 0] = axis([1000, 1001], { start: 'near' }).cropped
  expect(low).toBeLessThanOrEqual(900)
  expect(high).toBeGreaterThanOrEqual(1100)
})
