import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { expect, test } from 'vitest'
import { exampleGrid } from '../testing/example-grid.ts'
import { filterChipsHtml } from './filter-chips-html.ts'
import { legendHtml } from './legend-html.ts'
import { studyMenuHtml } from './study-menu-html.ts'
import { warningsHtml } from './warnings-html.ts'

const HOSTILE = `"><script>alert('x')</script>&`
const grid = exampleGrid({ columns: [['18.0']], cells: [] })

test('names cannot become markup', () => {
  const comparison = { ...DEFAULT_COMPARISON, filters: { [`param:${HOSTILE}`]: [HOSTILE], version: [HOSTILE] } }
  const drawn = [
    filterChipsHtml(comparison, () => `/?${HOSTILE}`),
    warningsHtml(Array.from({ length: 5 }, () => ({ code: 'no-base', text: HOSTILE }))),
    studyMenuHtml(HOSTILE, [{ kind: 'versions', name: 'versions', title: HOSTILE, sentence: HOSTILE, comparison }]),
  ].join('')
  expect(drawn).not.toContain('<script')
  expect(drawn).not.toContain("alert('x')")
  expect(drawn.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(8)
})

test('empty parts take no space', () => {
  expect(`${filterChipsHtml(DEFAULT_COMPARISON, () => '')}${warningsHtml([])}${studyMenuHtml('demo', [])}`).toBe('')
})

test('the legend shows the current limits', () => {
  const bands = { kind: 'relative', worse: 0.9, better: 1.1 } as const
  expect(String(legendHtml({ ...DEFAULT_COMPARISON, bands }, grid))).toContain('ratio ≤ 0.90<span')
  expect(String(legendHtml({ ...DEFAULT_COMPARISON, bands: { kind: 'quartile' } }, grid))).toContain('highest quarter')
})

test('a filter with many values shows their number', () => {
  const filters = { version: ['1', '2', '3', '4'] }
  expect(String(filterChipsHtml({ ...DEFAULT_COMPARISON, filters }, () => '/'))).toContain('<strong>4 values</strong>')
})
