import { expect, test } from 'vitest'
import type { Cell, Grid, GridTable } from '../grid.ts'
import { limitGrid, MAX_CELLS, MAX_COLUMNS } from './limit-grid.ts'

const cell: Cell = {
  value: 1,
  baseValue: 1,
  ratio: 1,
  isBase: false,
  repeats: 1,
  min: 1,
  max: 1,
  metric: 'qps',
  unit: 'queries/s',
  better: 'higher',
  band: 'neutral',
  verdict: null,
  footnotes: [],
  runIds: [],
}

function table(rows: number, columns: number): GridTable {
  const key = { values: [], label: '' }
  const row = { values: ['t'], label: 't', group: null, isBase: false, cells: Array<Cell>(columns).fill(cell) }
  return {
    key,
    metric: 'qps',
    unit: 'queries/s',
    better: 'higher',
    columns: Array.from({ length: columns }, (_, index) => ({
      values: [`${index}`],
      label: `${index}`,
      isBase: false,
    })),
    groups: [{ name: null, rows: Array(rows).fill(row), summaries: Array(columns).fill(null) }],
    baseLabel: null,
  }
}

const grid = (...tables: GridTable[]): Grid => ({
  show: 'relative',
  rowDimensions: ['test'],
  columnDimensions: ['version'],
  tables,
  warnings: [],
  counts: { rows: 0, columns: 0, cells: 0, missing: 0, worse: 0, better: 0, hiddenRows: 0 },
  verdicts: null,
  verdictsInText: false,
})

test('a table that fits is unchanged', () => {
  const small = grid(table(33, 8))
  expect(limitGrid(small)).toEqual({ tables: small.tables, shown: 264, leftOut: 0 })
})

test('a large table is truncated between rows and counts the omitted rows', () => {
  const { tables, shown, leftOut } = limitGrid(grid(table(5_000, 8)))
  expect(shown).toBe(MAX_CELLS)
  expect(leftOut).toBe(40_000 - MAX_CELLS)
  expect(tables[0]?.groups[0]?.rows[0]?.cells).toHaveLength(8)
})

test('tables after a full page are left out', () => {
  expect(limitGrid(grid(table(1_000, 6), table(10, 10))).tables).toHaveLength(1)
})

test('a table with very many columns is cut there too', () => {
  const [first] = limitGrid(grid(table(10, 1_000))).tables
  expect(first?.columns).toHaveLength(MAX_COLUMNS)
  expect(first?.groups[0]?.summaries).toHaveLength(MAX_COLUMNS)
})
