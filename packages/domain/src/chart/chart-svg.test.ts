import { expect, test } from 'vitest'
import type { ChartModel } from './chart-model.ts'
import { rowShapes } from './chart-shapes.ts'
import { chartSvg } from './chart-svg.ts'

const model: ChartModel = {
  id: 'c',
  title: '<script>alert(1)</script>',
  summary: 'Relative to 17.6 "base".',
  draw: 'rows',
  x: { kind: 'ordered', label: 'test', places: [{ name: 'scan' }, { name: 'a&b' }] },
  y: { label: 'qps', unit: '', better: 'higher', format: 'ratio' },
  series: [
    {
      name: '18.0',
      color: 1,
      points: [
        { x: 0, y: 0.5, tone: 'worse' },
        { x: 1, y: 1, tone: 'plain' },
      ],
    },
  ],
  marks: [{ axis: 'y', at: 1, label: '1.00' }],
}

test('bars are as long as their values, and each says its number', () => {
  const { boxes, labels } = rowShapes(model)
  expect((boxes[1]?.width ?? 0) / (boxes[0]?.width ?? 1)).toBeCloseTo(2)
  expect(labels.map(({ text }) => text)).toEqual(expect.arrayContaining(['0.50', '1.00', 'scan']))
})

test('no name becomes markup', () => {
  const svg = chartSvg(model)
  expect(svg).not.toContain('<script')
  expect(svg).toContain('&lt;script&gt;')
  expect(svg).toContain('a&amp;b')
})
