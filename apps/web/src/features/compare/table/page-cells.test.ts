import { compare } from '@assay/domain/compare/compare'
import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import { numberFootnotes } from '@assay/domain/compare/footnote-marks'
import type { Grid } from '@assay/domain/compare/grid'
import { numbersOf, sameNumbers, shownIn } from '@assay/testing/compare/export-problems'
import { generatedComparisons, setOf } from '@assay/testing/compare/generated-comparisons'
import { ratioProblems } from '@assay/testing/compare/ratio-problems'
import { expect, test } from 'vitest'
import { DEMO_SAVED_COMPARISONS } from '../../../../../../demo/demo-comparisons.ts'
import { everyDemoResult } from '../../../../../../demo/every-demo-result.ts'
import { tableHtml } from './table-html.ts'

// The page must show the cells of the grid, like every export. ASSAY_PROPERTY_COMPARISONS=10000 checks more
// comparisons.
const COMPARISONS = Number(process.env.ASSAY_PROPERTY_COMPARISONS ?? 1_000)

/** The markup of all tables of a comparison, as on the page. */
function drawn(grid: Grid, comparison: Comparison): string {
  const { marksOf } = numberFootnotes(grid)
  const links = { project: 'demo', comparison, hrefTo: () => '/', chartHref: () => '/' }
  return grid.tables.map((table, index) => String(tableHtml({ table, index, grid, links, marksOf }))).join('\n')
}

/** Texts of the cells of all result rows, without footnote marks and screen-reader texts. */
const cellsOf = (markup: string): string[] =>
  [...markup.matchAll(/<tr data-row="\d+"[^>]*>(.*?)<\/tr>/gs)].flatMap(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
      cell.replaceAll(/<sup>.*?<\/sup>|<span class="visually-hidden">.*?<\/span>|<[^>]*>/gs, ' '),
    ),
  )

test('the cells of the page are those of every other format, and its ratios are relative to its base', () => {
  let numbers = 0
  for (const { results, comparison } of generatedComparisons(COMPARISONS)) {
    const grid = compare(setOf(results), comparison)
    const shown = numbersOf(shownIn(grid))
    expect(sameNumbers(numbersOf(cellsOf(drawn(grid, comparison))), shown, JSON.stringify(comparison))).toEqual([])
    expect(ratioProblems(grid, comparison)).toEqual([])
    numbers += shown.length
  }
  expect(numbers).toBeGreaterThan(COMPARISONS)
})

test('every saved comparison of the demo has the same cells on its page', () => {
  const everything = everyDemoResult()
  for (const { slug, query } of DEMO_SAVED_COMPARISONS) {
    const { comparison } = fromQuery(query)
    const grid = compare(everything, comparison)
    expect(sameNumbers(numbersOf(cellsOf(drawn(grid, comparison))), numbersOf(shownIn(grid)), slug)).toEqual([])
  }
})

test('the check detects a cell that is missing on the page', () => {
  const [first] = generatedComparisons(1)
  const grid = compare(setOf(first?.results ?? []), DEFAULT_COMPARISON)
  const cells = numbersOf(cellsOf(drawn(grid, DEFAULT_COMPARISON)))
  expect(cells.length).toBeGreaterThan(0)
  expect(sameNumbers(cells.slice(1), numbersOf(shownIn(grid)), 'page')).toHaveLength(1)
})
