import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { expect, test } from 'vitest'
import { FIGURE_THEMES } from '../scales/figure-theme.ts'
import { chartShapes } from '../shapes/chart-shapes.ts'
import { rowShapes } from '../shapes/row-shapes.ts'
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

const ofRates: ChartModel = { ...model, y: { ...model.y, unit: 'queries/s', format: 'value' } }

test('the length of a bar is proportional to its value, and the bar shows its number', () => {
  const { boxes, labels } = rowShapes(ofRates)
  expect((boxes[1]?.width ?? 0) / (boxes[0]?.width ?? 1)).toBeCloseTo(2)
  expect(labels.map(({ text }) => text)).toEqual(expect.arrayContaining(['0.5', '1', 'scan']))
})

test('a bar of a ratio goes from the base to its value, which stands right of both', () => {
  const { boxes, rules, labels } = rowShapes(model)
  const base = rules.find(({ isDashed }) => isDashed)?.x ?? Number.NaN
  const [slower, same] = boxes
  expect((slower?.x ?? 0) + (slower?.width ?? 0)).toBeCloseTo(base)
  expect(slower?.width).toBeGreaterThan(20)
  expect(same?.width).toBeCloseTo(0)
  expect(labels.find(({ text }) => text === '0.50')?.x).toBeGreaterThan(base)
  expect(labels.map(({ text }) => text)).toEqual(expect.arrayContaining(['0.50', '1.00', 'scan']))
})

test('names are escaped and never become markup', () => {
  const svg = chartSvg(model)
  expect(svg).not.toContain('<script')
  expect(svg).toContain('&lt;script&gt;')
  expect(svg).toContain('a&amp;b')
})

const lines: ChartModel = {
  ...model,
  title: 'scale-up',
  draw: 'line',
  x: { kind: 'number', label: 'clients', unit: '' },
  y: { label: 'scale-up', unit: 'times', better: 'higher', format: 'ratio' },
  series: [
    {
      name: 'scan',
      color: 1,
      points: [
        { x: 1, y: 1 },
        { x: 2, y: 2 },
        { x: 3, y: null },
        { x: 4, y: 3, low: 2.5, high: 3.5 },
        { x: 5, y: 4 },
      ],
    },
    {
      name: 'perfect',
      color: 6,
      dashed: true,
      points: [
        { x: 1, y: 1 },
        { x: 5, y: 5 },
      ],
    },
  ],
  marks: [{ axis: 'x', at: 2, label: 'knee' }],
}

test('a missing value is a gap in the line, and every other point is at its value', () => {
  const { lines: drawn, dots, rules, labels } = chartShapes(lines)
  const measured = drawn.filter(({ color, width }) => color === FIGURE_THEMES.light['series-1'] && width === 2)
  expect(measured.map(({ points }) => points.length)).toEqual([2, 2])
  expect(dots).toHaveLength(4)
  const [one, two] = dots
  const [three, four] = dots.slice(2)
  // Equal steps have equal lengths on both axes.
  expect((one?.y ?? 0) - (two?.y ?? 0)).toBeCloseTo((three?.y ?? 0) - (four?.y ?? 0))
  expect((two?.x ?? 0) - (one?.x ?? 0)).toBeCloseTo((four?.x ?? 0) - (three?.x ?? 0))
  expect(rules[0]?.x).toBeCloseTo(two?.x ?? 0)
  expect(drawn.some(({ isDashed, points }) => isDashed && points.length === 2)).toBe(true)
  expect(labels.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['scan', 'perfect', 'knee', 'clients', '1', '5']),
  )
})

test('bars of several series are drawn side by side in the row of their x value', () => {
  const [series] = model.series
  if (series === undefined) throw new Error('the chart has a series')
  const two = { ...model, draw: 'bar' as const, series: [series, { ...series, name: '17.6', color: 2 }] }
  const { boxes } = chartShapes(two)
  const bars = boxes.filter(({ height }) => height !== 10)
  expect(bars).toHaveLength(4)
  expect(new Set(bars.map(({ y }) => y)).size).toBe(4)
})

test('long summaries wrap over several lines, and names of x values never overlap', () => {
  const xValues = Array.from({ length: 60 }, (_, at) => ({ name: `version ${at}` }))
  const points = xValues.map((_, x) => ({ x, y: x }))
  const { labels, width } = chartShapes({
    ...lines,
    summary: 'many words '.repeat(40),
    x: { kind: 'ordered', label: 'version', places: xValues },
    series: [{ name: 'a', color: 1, points }],
    marks: [],
  })
  expect(labels.filter(({ text }) => text.includes('many words'))).toHaveLength(4)
  const ticks = labels.filter(({ text }) => text.startsWith('version '))
  expect(ticks.length).toBeGreaterThan(4)
  for (const [at, tick] of ticks.slice(1).entries()) expect(tick.x - (ticks[at]?.x ?? 0)).toBeGreaterThan(50)
  for (const { x } of labels) expect(x).toBeLessThanOrEqual(width)
})

test('notes are marked on a long line, unless too many points have one', () => {
  const marksOf = (noted: number) => {
    const points = Array.from({ length: 500 }, (_, x) => ({ x, y: 1 + (x % 5), ...(x < noted && { note: 'a flag' }) }))
    return chartShapes({ ...lines, series: [{ name: 'scan', color: 1, points }], marks: [] }).dots.length
  }
  expect(marksOf(0)).toBe(0)
  expect(marksOf(20)).toBe(20)
  expect(marksOf(500)).toBe(0)
})
