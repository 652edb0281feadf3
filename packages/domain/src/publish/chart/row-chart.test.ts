import { resultsOf, together } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { compare } from '../../compare/compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../../compare/comparison.ts'
import type { PointSet } from '../../compare/point.ts'
import { rowChart } from './row-chart.ts'

/** Returns the chart of the first row. */
function chartOf(set: PointSet, changes: Partial<Comparison> = {}) {
  const grid = compare(set, { ...DEFAULT_COMPARISON, verdicts: 'off', columns: ['product', 'version'], ...changes })
  const [table] = grid.tables
  const row = table?.groups[0]?.rows[0]
  if (table === undefined || row === undefined) throw new Error('the grid has a row')
  return rowChart(grid, table, row)
}

const versions = resultsOf('test | 12.22 | 17.6 | 18.0\nscan | 1000 | 1940 | -\nread | 1 | 1 | 1')

test('versions are bars with release dates, a mark for the base, and a gap for a missing value', () => {
  const chart = chartOf({ ...versions, points: versions.points.map(ofPostgres) })
  expect(chart).toMatchObject({
    title: 'scan',
    summary: 'From 1.00 (PostgreSQL 12.22) to 1.94 (PostgreSQL 17.6); 1 missing.',
    draw: 'bar',
    y: { label: 'relative to PostgreSQL 12.22', format: 'ratio' },
    marks: [{ axis: 'y', at: 1 }],
  })
  expect(chart.x.kind === 'ordered' && chart.x.places).toEqual([
    { name: '12.22', note: 'released 2024-11-21' },
    { name: '17.6', note: 'released 2025-08-14' },
    { name: '18.0', note: 'released 2025-09-25' },
  ])
  expect(chart.series[0]?.points).toEqual([
    { x: 0, y: 1, tone: 'base', detail: '1,000 queries/s' },
    { x: 1, y: 1.94, tone: 'better', detail: '1,940 queries/s' },
    { x: 2, y: null, tone: 'plain', detail: 'missing' },
  ])
})

const ofPostgres = (point: PointSet['points'][number]) => {
  return { ...point, coordinates: { ...point.coordinates, product: 'PostgreSQL' } }
}

test('clients are on a line for each combination of the other dimensions', () => {
  const at = (clients: string, table: string) => resultsOf(table, { coordinates: { clients } })
  const set = together(
    at('1', 'test | 17.6 | 18.0\nread | 100 | 100'),
    at('20', 'test | 17.6 | 18.0\nread | 300 | -'),
    at('4', 'test | 17.6 | 18.0\nread | 200 | 250'),
  )
  const chart = chartOf(set, { columns: ['version', 'clients'], base: { kind: 'values', values: { clients: '1' } } })
  expect(chart).toMatchObject({ draw: 'line', x: { kind: 'number', label: 'clients' } })
  expect(chart.series.map(({ name, color, points }) => [name, color, ...points.map(({ x, y }) => [x, y])])).toEqual([
    ['17.6', 1, [1, 1], [4, 2], [20, 3]],
    ['18.0', 2, [1, 1], [4, 2.5]],
  ])
  const two = { ...set, points: set.points.filter(({ coordinates }) => coordinates.clients !== '4') }
  expect(chartOf(two, { columns: ['clients'] }).draw).toBe('bar')
})

test('charts of absolute values have a unit and no line at 1.00', () => {
  const chart = chartOf(versions, { base: { kind: 'none' } })
  expect(chart).toMatchObject({ y: { label: 'qps', unit: 'queries/s', format: 'value' } })
  expect(chart.marks).toBeUndefined()
  expect(chart.summary).toBe('From 1,000 (Postgres 12.22) to 1,940 (Postgres 17.6); 1 missing.')
})

test('the number of bars is limited, and the summary mentions it', () => {
  const many = Array.from({ length: 100 }, (_, index) => `1.${index}`)
  const set = resultsOf(`test | ${many.join(' | ')}\nread | ${many.map(() => 1).join(' | ')}`)
  const chart = chartOf(set, { columns: ['version'] })
  expect(chart.left).toBe('60 of 100 shown')
  expect(chart.series[0]?.points).toHaveLength(60)
})

test('the summary has known bugs and notes with their columns', () => {
  const note = { code: 'known-bug', text: 'Known bug X 7: slow.' }
  const points = versions.points.map((point) =>
    point.coordinates.version === '17.6' ? { ...point, footnotes: [note] } : point,
  )
  const chart = chartOf({ ...versions, points }, { columns: ['version'] })
  expect(chart.summary).toMatch(/ 17\.6: Known bug X 7: slow\.$/)
  expect(chart.series[0]?.points.map((point) => point.note)).toEqual([undefined, 'Known bug X 7: slow.', undefined])
})
