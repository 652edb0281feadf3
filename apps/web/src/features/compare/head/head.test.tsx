import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { exampleGrid } from '../testing/example-grid.ts'
import { FilterChips } from './filter-chips.tsx'
import { Legend } from './legend.tsx'
import { StudyMenu } from './study-menu.tsx'
import { Warnings } from './warnings.tsx'

const HOSTILE = `"><script>alert('x')</script>&`
const grid = exampleGrid({ columns: [['18.0']], cells: [] })

test('names cannot become markup', () => {
  const comparison = { ...DEFAULT_COMPARISON, filters: { [`param:${HOSTILE}`]: [HOSTILE], version: [HOSTILE] } }
  const warnings = Array.from({ length: 5 }, () => ({ code: 'no-base', text: HOSTILE }) as const)
  const study = { kind: 'versions', name: 'versions', title: HOSTILE, sentence: HOSTILE, comparison } as const
  const drawn = renderToStaticMarkup(
    <>
      <FilterChips comparison={comparison} hrefTo={() => `/?${HOSTILE}`} />
      <Warnings warnings={warnings} />
      <StudyMenu project={HOSTILE} studies={[study]} />
    </>,
  )
  expect(drawn).not.toContain('<script')
  expect(drawn).not.toContain("alert('x')")
  expect(drawn.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(8)
})

test('controls that reorder text are shown by their codes', () => {
  const comparison = { ...DEFAULT_COMPARISON, filters: { version: ['\u202e18.0'] } }
  const drawn = renderToStaticMarkup(<FilterChips comparison={comparison} hrefTo={() => '/'} />)
  expect(drawn).toContain('<strong>[U+202E]18.0</strong>')
})

test('empty parts take no space', () => {
  const drawn = renderToStaticMarkup(
    <>
      <FilterChips comparison={DEFAULT_COMPARISON} hrefTo={() => ''} />
      <Warnings warnings={[]} />
      <StudyMenu project="demo" studies={[]} />
    </>,
  )
  expect(drawn).toBe('')
})

const legendOf = (bands: Comparison['bands']) =>
  renderToStaticMarkup(<Legend comparison={{ ...DEFAULT_COMPARISON, bands }} grid={grid} />)

test('the legend shows the current limits', () => {
  expect(legendOf({ kind: 'relative', worse: 0.9, better: 1.1 })).toContain('ratio ≤ 0.90 <span')
  expect(legendOf({ kind: 'quartile' })).toContain('highest quarter')
})

test('a filter with many values shows their number', () => {
  const comparison = { ...DEFAULT_COMPARISON, filters: { version: ['1', '2', '3', '4'] } }
  const drawn = renderToStaticMarkup(<FilterChips comparison={comparison} hrefTo={() => '/'} />)
  expect(drawn).toContain('<strong>4 values</strong>')
})
