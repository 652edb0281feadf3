import { resultsOf, together } from '@assay/testing/compare/results-of'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import { fromQuery } from './comparison-url.ts'
import type { Cell, Grid } from './grid.ts'
import type { PointSet } from './point.ts'
import { renderCsv } from './render/render-csv.ts'
import { renderHtml } from './render/render-html.ts'
import { renderJson } from './render/render-json.ts'
import { renderMarkdown } from './render/render-markdown.ts'
import { renderText } from './render/render-text.ts'
import { deriveTldr } from './tldr/derive-tldr.ts'

const cellsOf = (grid: Grid): Cell[] =>
  grid.tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)))
const requested = (query: string) => fromQuery(query).comparison

/** Ratios that were published without rates, for tests that are known to count rates in another metric. */
const published = (table: string): PointSet => {
  const set = resultsOf(table, { metric: 'relative_qps' })
  return { ...set, tests: set.tests.map((info) => ({ ...info, primaryMetric: 'inserts/s' })) }
}

test('ratios are the primary metric, with a warning, when only ratios were published', () => {
  const grid = compare(
    published('step | 5.6 | 8.0\nl.i0 | 1.00 | 0.60\nqr100 | 1.00 | 0.80'),
    requested('columns=version'),
  )
  expect(renderText(grid)).toBe(
    'Relative to: 5.6\ncol-1 : 8.0\n\ncol-1\n0.60\tl.i0\n0.80\tqr100\n\n# 4 results have no value of the primary metric (inserts/s): they are compared by relative_qps.\n',
  )
  for (const text of [renderMarkdown(grid), renderHtml(grid), renderCsv(grid), renderJson(grid)]) {
    expect(text).toMatch(/0\.60?\b/)
  }
})

test('results with ratios only have a separate table and base when other results of the test have rates', () => {
  const set = together(
    resultsOf('step | 5.6 | 5.7\nl.i0 | 1000 | 900', { metric: 'inserts/s' }),
    published('step | 5.6 | 8.0\nl.i0 | 1.00 | 0.60'),
  )
  const grid = compare(set, requested('columns=version&base=version:5.6'))
  expect(
    grid.tables.map(({ metric, columns, groups }) => [
      metric,
      columns.map(({ label }) => label),
      groups[0]?.rows[0]?.cells.map(({ ratio }) => ratio),
    ]),
  ).toEqual([
    ['inserts/s', ['5.6', '5.7'], [1, 0.9]],
    ['relative_qps', ['5.6', '8.0'], [1, 0.6]],
  ])
})

test('every value of a primary or fallback metric is shown, and no ratio divides different metrics', () => {
  const kinds = fc.array(fc.constantFrom('rate', 'ratio', 'tps', 'nothing'), { minLength: 4, maxLength: 12 })
  fc.assert(
    fc.property(kinds, fc.constantFrom('first-column', 'version:1'), (drawn, base) => {
      const sets = drawn.map((kind, at): PointSet => {
        const metric = { rate: 'inserts/s', ratio: 'relative_qps', tps: 'tps', nothing: 'r/s' }[kind]
        const set = resultsOf(`test | ${1 + (at % 4)}\nt${Math.floor(at / 4)} | ${100 + at}`, { metric })
        return { ...set, tests: set.tests.map((info) => ({ ...info, primaryMetric: 'inserts/s' })) }
      })
      const grid = compare(together(...sets), requested(`columns=version&base=${base}`))
      const shown = new Set(cellsOf(grid).flatMap(({ value }) => value ?? []))
      for (const [at, kind] of drawn.entries()) if (kind !== 'nothing') expect(shown).toContain(100 + at)
      for (const { ratio, value, baseValue } of cellsOf(grid)) {
        if (ratio !== null && value !== null && baseValue !== null) expect(ratio).toBeCloseTo(value / baseValue, 12)
      }
      expect(() => deriveTldr(grid, requested('columns=version'))).not.toThrow()
    }),
    { numRuns: 300 },
  )
})
