import type { DimensionName } from '@assay/domain/compare/dimension'
import type { Grid } from '@assay/domain/compare/grid'
import { expect, test } from 'vitest'
import { rowsOf } from '../features/compare/surface/cell-place.ts'
import { exampleCell, exampleGrid } from '../features/compare/testing/example-grid.ts'
import { prepareRowChart } from './prepare-row-chart.ts'

type Changes = { columnDimensions?: DimensionName[]; show?: Grid['show'] }

function chartOf(
  columns: string[][],
  ratios: (number | null)[],
  { columnDimensions, show = 'relative' }: Changes = {},
) {
  const cells = ratios.map((ratio) => exampleCell({ ratio, value: ratio === null ? null : ratio * 1000 }))
  const grid = { ...exampleGrid({ columns, cells, ...(columnDimensions && { columnDimensions }) }), show }
  const [table] = grid.tables
  const [row] = rowsOf(table!)
  return prepareRowChart(grid, table!, row!)
}

test('versions are bars, with the base marked and a gap where a value is missing', () => {
  expect(chartOf([['12.22'], ['17.6'], ['18.0']], [1, 1.94, null])).toMatchObject({
    kind: 'bars',
    title: 'scan',
    unit: 'relative to 12.22',
    baseAt: 1,
    ticks: [0, 0.5, 1, 1.5, 2],
    summary: 'From 1.00 (12.22) to 1.94 (17.6); 1 missing.',
    bars: [
      { isBase: true, value: 1 },
      { value: 1.94, from: '1,940 queries/s' },
      { value: null, from: 'missing' },
    ],
  })
})

test('bars are named by what differs', () => {
  const columnDimensions: DimensionName[] = ['product', 'version']
  const model = chartOf(
    [
      ['Postgres', '17.6'],
      ['Postgres', '18.0'],
    ],
    [1, 1],
    { columnDimensions },
  )
  expect(model.kind === 'bars' && model.bars.map(({ name }) => name)).toEqual(['17.6', '18.0'])
})

test('clients are a line, one for each of the other dimensions', () => {
  const columns = ['17.6', '18.0'].flatMap((version) => ['1', '20', '4'].map((clients) => [version, clients]))
  const model = chartOf(columns, [1, 3, 2, 1, null, 2.5], { columnDimensions: ['version', 'clients'] })
  expect(model).toMatchObject({
    kind: 'lines',
    xName: 'clients',
    series: [{ name: '17.6' }, { name: '18.0' }],
    points: [
      { x: 1, s0: 1, s1: 1 },
      { x: 4, s0: 2, s1: 2.5 },
      { x: 20, s0: 3, s1: null },
    ],
  })
})

test('two client counts stay bars', () => {
  expect(chartOf([['1'], ['40']], [1, 2], { columnDimensions: ['clients'] }).kind).toBe('bars')
})

test('absolute values have no line at 1.00', () => {
  const model = chartOf([['12.22'], ['17.6']], [1, 2], { show: 'absolute' })
  expect(model).toMatchObject({ baseAt: null, unit: 'queries/s', summary: 'From 1,000 (12.22) to 2,000 (17.6).' })
})

test('more bars than can be told apart are cut, and it is said', () => {
  const many = Array.from({ length: 100 }, (_, index) => [`v${index}`])
  expect(
    chartOf(
      many,
      many.map(() => 1),
    ).left,
  ).toBe('60 of 100 shown')
})

test('a row without values says so', () => {
  expect(chartOf([['12.22']], [null]).summary).toBe('Every value of this row is missing.')
})

test('known bugs and notes are said in the summary, with the columns that they are about', () => {
  const note = { code: 'known-bug', text: 'Known bug X 7: slow.' }
  const grid = exampleGrid({
    columns: [['10.5'], ['10.6'], ['10.7']],
    cells: [exampleCell({ isBase: true }), exampleCell({ ratio: 0.6, footnotes: [note] }), exampleCell()],
  })
  const [table] = grid.tables
  const row = table?.groups[0]?.rows[0]
  if (table === undefined || row === undefined) throw new Error('the example has a table with a row')
  const model = prepareRowChart(grid, table, row)
  expect(model.summary).toMatch(/ 10\.6: Known bug X 7: slow\.$/)
  expect(model.kind === 'bars' && model.bars.map(({ from }) => from.includes('Known bug'))).toEqual([
    false,
    true,
    false,
  ])
})
