import { expect, test } from 'vitest'
import type { ChartModel } from './chart-model.ts'
import { newestBars } from './newest-bars.ts'

const model = (names: readonly string[]): ChartModel => ({
  ...{ id: 'bars', title: 'qps', summary: '', draw: 'rows' },
  x: { kind: 'ordered', label: 'test', places: [{ name: 'scan' }, { name: 'insert' }] },
  y: { label: 'relative to 12.22', unit: '', better: 'higher', format: 'ratio' },
  series: names.map((name, at) => ({
    name,
    color: at + 1,
    points: [
      { x: 0, y: 1 + at },
      { x: 1, y: 0.5 },
    ],
  })),
})

test('of more than three candidates the newest has bars', () => {
  const { title, summary, series } = newestBars(model(['13', '14', '15', '16']))
  expect(title).toBe('16: qps')
  expect(summary).toBe('From 0.50 (insert) to 4.00 (scan).')
  expect(series.map(({ name }) => name)).toEqual(['16'])
})

test('three candidates, and charts that are no rows, stay', () => {
  const few = model(['13', '14', '15'])
  expect(newestBars(few)).toBe(few)
  const line: ChartModel = { ...model(['13', '14', '15', '16']), draw: 'line' }
  expect(newestBars(line)).toBe(line)
})
