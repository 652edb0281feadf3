import { resultsOf, together } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { compare } from '../../compare/compare.ts'
import { fromQuery } from '../../compare/comparison-url.ts'
import type { Cell, Grid } from '../../compare/grid.ts'
import { figureElements } from '../share/figure-elements.ts'
import { baseNotice } from './base-notice.ts'
import type { FrozenFigure } from './frozen-figure.ts'

const NO_TLDR = { sentences: [], left: 0 }

function frozen(query: string, change: (grid: Grid) => Grid = (grid) => grid): FrozenFigure {
  const of = (product: string, table: string) => resultsOf(table, { coordinates: { product } })
  const set = together(
    of('MySQL', 'test | 8.4.7 z12a\npoint-query | 100\nscan | 50'),
    of(
      'Postgres',
      'test | 17.6 x10a | 17.6 x10b | 18.0 x10b | 18.0 x10c\npoint-query | 110 | 112 | 120 | 125\nscan | 40 | 41 | 42 | 43',
    ),
  )
  const { comparison } = fromQuery(query)
  return {
    ...{
      format: 1,
      title: null,
      study: null,
      query,
      frozenAt: '2026-01-01T00:00:00Z',
      comparison,
      runs: [],
      tldr: NO_TLDR,
    },
    grid: change(compare(set, comparison)),
  }
}

/** Returns the grid with changed cells, as an engine with another rule would have made it. */
const changed = (grid: Grid, change: (cell: Cell, column: string, row: string) => Cell): Grid => ({
  ...grid,
  tables: grid.tables.map((table) => ({
    ...table,
    groups: table.groups.map((group) => ({
      ...group,
      rows: group.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell, i) => change(cell, table.columns[i]?.label ?? '', row.label)),
      })),
    })),
  })),
})

const dividedBy = (baseValue: number) => (cell: Cell) =>
  cell.isBase || cell.value === null ? cell : { ...cell, baseValue, ratio: cell.value / baseValue }

test('figures that were frozen by the current rule have no notice', () => {
  for (const query of [
    'base=product:MySQL',
    'base=version:17.6&product=Postgres',
    'base=config:x10a,version:17.6',
    'base=first-column',
    'base=none',
    'rows=product,version,config&columns=test&base=product:MySQL',
    'rows=product&columns=test,version,config&base=product:MySQL',
    'base=test:scan',
  ]) {
    expect(baseNotice(frozen(query)), query).toBeNull()
  }
})

test('ratios to another base than the marked one have a dated notice', () => {
  const wrong = frozen('base=product:MySQL', (grid) => changed(grid, dividedBy(64)))
  expect(baseNotice(wrong)).toMatch(/^Notice of \d{4}-\d\d-\d\d: 8 ratios of this figure are not relative to the base/)
  const one = frozen('base=product:MySQL', (grid) =>
    changed(grid, (cell, column, row) => (row === 'scan' && column.includes('x10c') ? dividedBy(49)(cell) : cell)),
  )
  expect(baseNotice(one)).toContain(': 1 ratio of this figure is not')
})

test('a ratio to the first of several configs has a notice, even if that config is a base of others', () => {
  const query = 'base=version:17.6&product=Postgres'
  const toFirst = (cell: Cell, column: string, row: string) =>
    column.endsWith('18.0 x10c') ? dividedBy(row === 'scan' ? 40 : 110)(cell) : cell
  expect(baseNotice(frozen(query, (grid) => changed(grid, toFirst)))).toContain(': 2 ratios')
})

test('the notice is above the figure, and the frozen figure is unchanged', () => {
  const wrong = frozen('base=product:MySQL', (grid) => changed(grid, dividedBy(64)))
  const before = JSON.stringify(wrong)
  expect(figureElements(wrong)[0]).toEqual({ kind: 'text', text: baseNotice(wrong) })
  expect(JSON.stringify(wrong)).toBe(before)
})
