import { expect, test } from 'vitest'
import type { CellFacts, GridFacts, TableFacts } from '../features/compare/table/grid-facts.ts'
import { prepareRowChart } from './prepare-row-chart.ts'

const cell = (ratio: number | null, value = ratio === null ? null : ratio * 1000): CellFacts => [
  value,
  1000,
  ratio,
  1,
  value,
  value,
  'neutral',
  'queries/s',
  [],
  [],
]

function make(columns: string[][], ratios: (number | null)[], changes: Partial<GridFacts> = {}) {
  const table: TableFacts = {
    title: '',
    values: [],
    metric: 'qps',
    unit: 'queries/s',
    baseLabel: '12.22',
    columns: columns.map((values, index) => ({ values, label: values.join(' '), isBase: index === 0 })),
    rows: [{ values: ['scan'], label: 'scan', isBase: false, cells: ratios.map((ratio) => cell(ratio)) }],
  }
  const facts: GridFacts = {
    dimensions: { rows: ['test'], columns: ['version'], tables: [] },
    fixed: {},
    draw: 'ratio',
    columnsName: 'Version',
    runIds: [],
    tables: [table],
    ...changes,
  }
  const [row] = table.rows
  if (row === undefined) throw new Error('the table above has a row')
  return prepareRowChart(facts, table, row)
}

test('versions are bars, with the base marked and a gap where a value is missing', () => {
  const model = make([['12.22'], ['17.6'], ['18.0']], [1, 1.94, null])
  expect(model).toMatchObject({
    kind: 'bars',
    title: 'scan',
    unit: 'relative to 12.22',
    baseAt: 1,
    summary: 'From 1.00 (12.22) to 1.94 (17.6); 1 missing.',
    bars: [
      { isBase: true, value: 1 },
      { value: 1.94, from: '1,940 queries/s' },
      { value: null, from: 'missing' },
    ],
  })
})

test('clients are a line, one for each of the other dimensions', () => {
  const columns = ['17.6', '18.0'].flatMap((version) => ['1', '20', '4'].map((clients) => [version, clients]))
  const dimensions: GridFacts['dimensions'] = { rows: ['test'], columns: ['version', 'clients'], tables: [] }
  const model = make(columns, [1, 3, 2, 1, null, 2.5], { dimensions })
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
  const dimensions: GridFacts['dimensions'] = { rows: ['test'], columns: ['clients'], tables: [] }
  expect(make([['1'], ['40']], [1, 2], { dimensions }).kind).toBe('bars')
})

test('absolute values have no line at 1.00', () => {
  const model = make([['12.22'], ['17.6']], [1, 2], { draw: 'value' })
  expect(model).toMatchObject({ baseAt: null, unit: 'queries/s', summary: 'From 1,000 (12.22) to 2,000 (17.6).' })
})

test('more bars than can be told apart are cut, and it is said', () => {
  const many = Array.from({ length: 100 }, (_, index) => [`v${index}`])
  expect(
    make(
      many,
      many.map(() => 1),
    ).left,
  ).toBe('60 of 100 shown')
})

test('a row without values says so', () => {
  expect(make([['12.22']], [null]).summary).toBe('Every value of this row is missing.')
})
