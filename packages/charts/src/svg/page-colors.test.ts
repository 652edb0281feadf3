import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import type { Flame } from '@assay/domain/publish/chart/flame'
import { expect, test } from 'vitest'
import { chartShapes } from '../shapes/chart-shapes.ts'
import { flameShapes } from '../shapes/flame-shapes.ts'
import { CHARACTER, NARROW_WIDTH } from '../shapes/shape-words.ts'
import { chartDrawing } from './chart-svg.ts'
import { themedColor } from './page-colors.ts'
import { svgText } from './svg-element.ts'

const NAME = 'point-query.warm.range_size=100000.prepared.statements-x10b_c32r128'
const xValues = ['a', 'b', 'c'].map((end) => ({ name: `${NAME}-${end}` }))
const points = [
  { x: 0, y: 0.5, tone: 'worse' as const },
  { x: 1, y: 1, low: 0.9, high: 1.1, tone: 'better' as const },
  { x: 2, y: 123_456, tone: 'base' as const },
]

const rows: ChartModel = {
  id: 'c',
  title: `A title that says more than a phone has room for in one line: ${NAME}`,
  summary: 'A summary of many words, which a narrow drawing has to break into several lines instead of one.',
  draw: 'rows',
  x: { kind: 'ordered', label: 'test', places: xValues },
  y: { label: 'qps', unit: 'queries a second', better: 'higher', format: 'value' },
  series: [1, 2, 3, 4, 5, 6, 7].map((color) => ({ name: `${NAME} ${color}`, color, points })),
  marks: [{ axis: 'y', at: 1, label: '1.00' }],
}
const lines: ChartModel = { ...rows, draw: 'line', areas: [{ from: 0, to: 1, low: 0, high: 1, color: 1 }] }
const numbers: ChartModel = { ...rows, draw: 'scatter', x: { kind: 'log', label: 'clients', unit: '' } }

const leaf = (name: string, percent: number): Flame => ({ name, percent, children: [] })
const flame = {
  ...{ title: rows.title, summary: rows.summary },
  root: { name: 'all', percent: 100, children: [leaf(NAME, 60), leaf('b', 40)] },
}

const drawn = {
  rows: (size: { width?: number }) => chartShapes(rows, size),
  'one series of rows': (size: { width?: number }) =>
    chartShapes({ ...rows, series: [{ name: NAME, color: 1, points }] }, size),
  lines: (size: { width?: number }) => chartShapes(lines, size),
  points: (size: { width?: number }) => chartShapes(numbers, size),
  flame: (size: { width?: number }) => flameShapes(flame, size),
}

test.each(Object.entries(drawn))('narrow %s have the same text size, and no text is clipped', (_, shapesAt) => {
  const { width, labels, boxes } = shapesAt({ width: NARROW_WIDTH })
  expect(width).toBe(NARROW_WIDTH)
  expect(Math.min(...labels.map(({ size }) => size))).toBeGreaterThanOrEqual(11)
  for (const { x, text, size, anchor } of labels) {
    const long = text.length * (size > 11 ? 7.3 : CHARACTER)
    const from = x - { start: 0, middle: long / 2, end: long }[anchor]
    expect(from, text).toBeGreaterThanOrEqual(-1)
    expect(from + long, text).toBeLessThanOrEqual(width + 1)
  }
  for (const box of boxes) expect(box.x + box.width).toBeLessThanOrEqual(width)
})

test.each(Object.entries(drawn))(
  'a page paints %s in the colors of its theme, and a file has its own',
  (_, shapesAt) => {
    const svg = svgText(chartDrawing(shapesAt({ width: NARROW_WIDTH }), themedColor))
    expect(svg).not.toMatch(/(?:fill|stroke)="#/)
    expect(svg).toContain('fill="var(--surface)"')
  },
)

test('names are above their bars when there is no room next to them', () => {
  const wide = chartShapes(rows).labels.find(({ text }) => text.startsWith('point-query') && text.length < 40)
  expect(wide?.anchor).toBe('end')
  const narrow = drawn['one series of rows']({ width: NARROW_WIDTH }).labels.filter(
    ({ text, size }) => size === 11 && text.startsWith(NAME.slice(0, 30)),
  )
  expect(narrow.map(({ x, anchor }) => ({ x, anchor }))).toEqual(xValues.map(() => ({ x: 18, anchor: 'start' })))
})
