import { expect, test } from 'vitest'
import type { CellFacts, GridFacts } from '../table/grid-facts.ts'
import { basePlace, cellQuery } from './cell-query.ts'

const cell = (runs: number[]): CellFacts => [1, 1, 1, 1, 1, 1, 'neutral', 'queries/s', runs, []]

const facts: GridFacts = {
  dimensions: { rows: ['test'], columns: ['version', 'clients'], tables: ['param:cache'] },
  fixed: { hardware: 'dell32', 'param:fanout': '8' },
  draw: 'ratio',
  columnsName: 'Version, Clients',
  runIds: ['run-a', 'run-b'],
  tables: [
    {
      title: 'lru',
      values: ['lru'],
      metric: 'qps',
      unit: 'queries/s',
      baseLabel: '12.22',
      columns: [
        { values: ['12.22', '40'], label: '12.22 40 clients', isBase: true },
        { values: ['17.6', '40'], label: '17.6 40 clients', isBase: false },
      ],
      rows: [{ values: ['scan'], label: 'scan', isBase: false, cells: [cell([0]), cell([1, 0])] }],
    },
  ],
}

test('the coordinates of a cell come from the axes and the filters', () => {
  expect(cellQuery(facts, { table: 0, row: 0, column: 1 })).toEqual({
    runIds: ['run-b', 'run-a'],
    test: 'scan',
    clients: '40',
    params: { cache: 'lru', fanout: '8' },
  })
})

test('a cell without a test has no query', () => {
  const hidden: GridFacts = { ...facts, dimensions: { ...facts.dimensions, rows: ['build'] } }
  expect(cellQuery(hidden, { table: 0, row: 0, column: 0 })).toBeNull()
})

test('a place outside the tables has no query', () => {
  expect(cellQuery(facts, { table: 3, row: 0, column: 0 })).toBeNull()
})

test('the base of a cell is in its row', () => {
  expect(basePlace(facts, { table: 0, row: 0, column: 1 })).toEqual({ table: 0, row: 0, column: 0 })
})
