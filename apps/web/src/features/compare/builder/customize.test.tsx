import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { exampleGrid } from '../testing/example-grid.ts'
import { Builder } from './builder.tsx'
import { builderProps } from './customize.tsx'

const HOSTILE = `"><script>alert('x')</script>&`

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }))

const draw = (changes: Partial<Parameters<typeof builderProps>[0]>) =>
  renderToStaticMarkup(
    <Builder
      {...builderProps({
        comparison: DEFAULT_COMPARISON,
        grid: exampleGrid({ columns: [['18.0']], columnDimensions: ['version'], cells: [] }),
        observed: [],
        metrics: [],
        hrefTo: () => '/',
        ...changes,
      })}
    />,
  )

test('names cannot become markup', () => {
  const drawn = draw({
    comparison: { ...DEFAULT_COMPARISON, columns: [`param:${HOSTILE}`], metrics: [HOSTILE] },
    grid: exampleGrid({ columns: [[HOSTILE]], columnDimensions: ['version'], cells: [] }),
    observed: [{ name: `param:${HOSTILE}`, values: [{ value: HOSTILE, count: 1 }] }],
    metrics: [{ name: HOSTILE, unit: HOSTILE, about: HOSTILE }],
    hrefTo: () => `/?${HOSTILE}`,
  })
  expect(drawn).not.toContain('<script')
  expect(drawn).not.toContain("alert('x')")
  expect(drawn.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(8)
})

test('fields contain the values of the current comparison', () => {
  const drawn = draw({
    comparison: { ...DEFAULT_COMPARISON, rows: ['test'], filters: { version: ['18.0'] }, asPublished: true },
    observed: [{ name: 'version', values: [{ value: '18.0', count: 1 }] }],
  })
  expect(drawn).toMatch(/<select name="rows" aria-label="Rows, 1"/)
  expect(drawn).toContain('<option value="test" selected="">Test</option>')
  expect(drawn).toContain('name="version" checked="" value="18.0"')
  expect(drawn).toContain('name="published" checked="" value="yes"')
  expect(drawn).toContain('<option value="first-column" selected="">First column</option>')
})
