import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { expect, test } from 'vitest'
import { exampleCell, exampleGrid } from '../testing/example-grid.ts'
import { tableHtml } from './table-html.ts'

const HOSTILE = `"><script>alert('x')</script>&`

function draw(grid: Grid, sort: (typeof DEFAULT_COMPARISON)['sort'] = DEFAULT_COMPARISON.sort): string {
  const [table] = grid.tables
  if (table === undefined) throw new Error('the grid has a table')
  const links = {
    project: 'demo',
    comparison: { ...DEFAULT_COMPARISON, sort },
    hrefTo: () => `/?q=${HOSTILE}`,
    chartHref: () => `/?c=${HOSTILE}`,
  }
  return String(tableHtml({ table, index: 2, grid, links, marksOf: () => [] }))
}

test('names and addresses cannot become markup', () => {
  const drawn = draw(
    exampleGrid({
      columns: [
        [HOSTILE, HOSTILE],
        [`${HOSTILE}2`, HOSTILE],
      ],
      columnDimensions: ['version', 'config'],
      table: [HOSTILE],
      cells: [exampleCell(), exampleCell()],
    }),
  )
  expect(drawn).not.toContain('<script')
  expect(drawn).not.toContain("alert('x')")
  expect(drawn.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(10)
})

const versions = exampleGrid({ columns: [['12.22'], ['18.0_a']], cells: [exampleCell(), exampleCell()] })

test('a header link sets its column as the base, and its arrow sorts', () => {
  const drawn = draw(versions, { kind: 'column', column: 1, direction: 'descending' })
  expect(drawn).toContain('<th scope="col" aria-sort="descending">')
  expect(drawn).toContain('title="Divide by 18.0_a">18.0_<wbr>a<wbr><span class="visually-hidden"> use as base</span>')
  expect(drawn).toContain('title="Sort by 18.0_a, smallest first"')
})

test('neighbors that share a value have one header', () => {
  const columns = [['12.22', 'a'], ['12.22', 'b'], ['18.0', 'a']] // biome-ignore format: one line reads as a table
  const drawn = draw(
    exampleGrid({ columns, columnDimensions: ['version', 'config'], cells: columns.map(() => exampleCell()) }),
  )
  expect(drawn).toMatch(/<th scope="colgroup"[^>]* colspan="2">/)
})

test('the table has its index, name and base', () => {
  const drawn = draw(versions)
  expect(drawn).toContain('data-table="2"')
  expect(drawn).toContain('>qps, relative to 12.22</caption>')
  expect(drawn).toContain('<tbody><tr data-row="0">')
})
