import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { expect, test } from 'vitest'
import { exampleGrid } from '../testing/example-grid.ts'
import { builderHtml } from './builder-html.ts'

const HOSTILE = `"><script>alert('x')</script>&`

test('names cannot become markup', () => {
  const drawn = String(
    builderHtml({
      comparison: { ...DEFAULT_COMPARISON, columns: [`param:${HOSTILE}`], metrics: [HOSTILE] },
      grid: exampleGrid({ columns: [[HOSTILE]], columnDimensions: ['version'], cells: [] }),
      observed: [{ name: `param:${HOSTILE}`, values: [{ value: HOSTILE, count: 1 }] }],
      metrics: [{ name: HOSTILE, unit: HOSTILE, about: HOSTILE }],
      hrefTo: () => `/?${HOSTILE}`,
    }),
  )
  expect(drawn).not.toContain('<script')
  expect(drawn).not.toContain("alert('x')")
  expect(drawn.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(8)
})

test('fields contain the values of the current comparison', () => {
  const drawn = String(
    builderHtml({
      comparison: { ...DEFAULT_COMPARISON, rows: ['test'], filters: { version: ['18.0'] }, asPublished: true },
      grid: exampleGrid({ columns: [['18.0']], columnDimensions: ['version'], cells: [] }),
      observed: [{ name: 'version', values: [{ value: '18.0', count: 1 }] }],
      metrics: [],
      hrefTo: () => '/',
    }),
  )
  expect(drawn).toContain('<select name="rows" aria-label="Rows, 1"')
  expect(drawn).toContain('<option value="test" selected>Test</option>')
  expect(drawn).toContain('name="version" value="18.0" checked')
  expect(drawn).toContain('name="published" value="yes" checked')
  expect(drawn).toContain('<option value="first-column" selected>First column</option>')
})
