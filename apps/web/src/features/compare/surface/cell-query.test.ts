import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { expect, test } from 'vitest'
import { exampleCell, exampleGrid } from '../testing/example-grid.ts'
import { cellQuery } from './cell-query.ts'
import { baseCellRef } from './cell-ref.ts'

const comparison: Comparison = {
  ...DEFAULT_COMPARISON,
  tables: ['param:cache'],
  filters: { hardware: ['dell32'], 'param:fanout': ['8'], version: ['12.22', '17.6'] },
}

const grid = exampleGrid({
  columns: [
    ['12.22', '40'],
    ['17.6', '40'],
  ],
  columnDimensions: ['version', 'clients'],
  table: ['lru'],
  cells: [exampleCell(), exampleCell({ runIds: ['run-b', 'run-a'] })],
})

test('the dimensions of a cell come from the axes and the filters', () => {
  expect(cellQuery({ grid, comparison }, { table: 0, row: 0, column: 1 })).toEqual({
    runIds: ['run-b', 'run-a'],
    test: 'scan',
    clients: '40',
    params: { cache: 'lru', fanout: '8' },
  })
})

test('a cell without a test has no query', () => {
  const hidden = { ...grid, rowDimensions: ['build' as const] }
  expect(cellQuery({ grid: hidden, comparison }, { table: 0, row: 0, column: 0 })).toBeNull()
})

test('a position outside the tables has no query', () => {
  expect(cellQuery({ grid, comparison }, { table: 3, row: 0, column: 0 })).toBeNull()
})

test('the base of a cell is in its row; the base itself has none', () => {
  expect(baseCellRef(grid, { table: 0, row: 0, column: 1 })).toEqual({ table: 0, row: 0, column: 0 })
  expect(baseCellRef(grid, { table: 0, row: 0, column: 0 })).toBeNull()
})
