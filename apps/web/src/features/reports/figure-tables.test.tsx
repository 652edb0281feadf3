import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { preparePageGrid } from '@assay/domain/compare/page-grid/page-grid'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { exampleCell, exampleGrid } from '../compare/testing/example-grid.ts'
import { FigureTables } from './figure-tables.tsx'

const HOSTILE = `"><script>alert('x')</script>&`

function draw(grid: Grid, sort = DEFAULT_COMPARISON.sort, project: string | null = 'demo'): string {
  const comparison = { ...DEFAULT_COMPARISON, sort }
  return renderToStaticMarkup(
    <FigureTables
      page={preparePageGrid(grid, comparison)}
      comparison={comparison}
      query={toQuery(comparison)}
      project={project}
      ids={{ '0.0.1': 'figure-1-cell' }}
    />,
  )
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
  expect(drawn).toContain('title="Divide by 18.0_a" aria-label="18.0_a use as base">18.0_<wbr/>a</a>')
  expect(drawn).toContain('title="Sort by 18.0_a, smallest first"')
})

test('neighbors that share a value have one header', () => {
  const columns = [['12.22', 'a'], ['12.22', 'b'], ['18.0', 'a']] // biome-ignore format: one line reads as a table
  const drawn = draw(
    exampleGrid({ columns, columnDimensions: ['version', 'config'], cells: columns.map(() => exampleCell()) }),
  )
  expect(drawn).toMatch(/<th scope="colgroup"[^>]* colSpan="2"/)
})

test('the table has its index, name and base, and its cells the ids that a text links to', () => {
  const drawn = draw(versions)
  expect(drawn).toContain('data-table="0"')
  expect(drawn).toContain('>qps, relative to 12.22</caption>')
  expect(drawn).toMatch(/<tbody><tr data-row="0"/)
  expect(drawn).toMatch(/<td[^>]* id="figure-1-cell"[^>]*><a [^>]*data-ref="0\.0\.1"/)
})

test('a reader who cannot open the project gets the numbers without links and ids of runs', () => {
  const cells = [exampleCell(), exampleCell({ ratio: 0.5, runIds: ['run-secret'] })]
  const grid = exampleGrid({ columns: [['12.22'], ['18.0']], cells })
  expect(draw(grid)).toContain('run-secret')
  const drawn = draw(grid, DEFAULT_COMPARISON.sort, null)
  expect(drawn).not.toMatch(/<a |run-secret|use as base|sort by/)
  expect(drawn).toContain('0.50')
})
