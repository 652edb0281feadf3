import { expect, test } from 'vitest'
import type { ChartModel } from './chart-model.ts'
import { chartTable } from './chart-table.ts'
import { formatChartValue } from './format-chart-value.ts'
import { releaseDate, releaseNote } from './release-dates.ts'

const model: ChartModel = {
  id: 'a',
  title: 'a',
  summary: '',
  draw: 'line',
  x: { kind: 'ordered', label: 'version', places: [{ name: '17.6', note: 'released 2025-08-14' }, { name: '18.0' }] },
  y: { label: 'qps', unit: '', better: 'higher', format: 'ratio' },
  series: [
    { name: 'gcc', color: 1, points: [{ x: 0, y: 1 }, { x: 1, y: null }] }, // biome-ignore format: a series a line
    { name: 'clang', color: 2, points: [{ x: 1, y: 1.1, href: '/run', note: 'known bug' }] },
  ],
}

test('a chart has a table with x values in rows and series in columns', () => {
  expect(chartTable(model)).toEqual({
    corner: 'version',
    columns: ['gcc', 'clang'],
    rows: [
      { name: '17.6 (released 2025-08-14)', cells: [{ value: 1 }, { value: null }] },
      { name: '18.0', cells: [{ value: null }, { value: 1.1, href: '/run', note: 'known bug' }] },
    ],
  })
})

test.each([
  [1.005, 'ratio', '1.00'],
  [0.146, 'percent', '14.6%'],
  [1353978, 'value', '1,353,978'],
  [0.000083, 'value', '0.000083'],
] as const)('%d as %s is %s', (value, format, text) => {
  expect(formatChartValue(value, format)).toBe(text)
})

test('a version without a known release date has no note', () => {
  expect(releaseDate('PostgreSQL', '18.0')).toBe('2025-09-25')
  expect(releaseNote('MySQL', '8.4.7')).toEqual({ note: 'released 2025-10-21' })
  expect(releaseNote('PostgreSQL', '99.0')).toEqual({})
  expect(releaseDate('Unheard of', '1')).toBeNull()
})
