import { compare } from '@assay/domain/compare/compare'
import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import type { Cell, Grid, GridTable } from '@assay/domain/compare/grid'
import { drawnPage } from '@assay/domain/compare/page-grid/drawn-page'
import { limitGrid } from '@assay/domain/compare/page-grid/limit-grid'
import { packJson } from '@assay/domain/compare/page-grid/pack-json'
import { type PageGrid, preparePageGrid } from '@assay/domain/compare/page-grid/page-grid'
import { unpackJson } from '@assay/domain/compare/page-grid/unpack-json'
import { numbersOf, sameNumbers, shownIn, shownOnPage } from '@assay/testing/compare/export-problems'
import { generatedComparisons, setOf } from '@assay/testing/compare/generated-comparisons'
import { ratioProblems } from '@assay/testing/compare/ratio-problems'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DEMO_SAVED_COMPARISONS } from '../../../../../../demo/demo-comparisons.ts'
import { everyDemoResult } from '../../../../../../demo/every-demo-result.ts'
import { FigureTables } from '../../reports/figure-tables.tsx'
import { cellSpans } from './cell-spans.ts'
import { PivotTable } from './pivot-table.tsx'
import { MAX_CELLS_AT_ONCE, MAX_ROWS_AT_ONCE } from './use-visible-rows.ts'

// The page must show the cells of the grid, like every export. ASSAY_PROPERTY_COMPARISONS=10000 checks more
// comparisons.
const COMPARISONS = Number(process.env.ASSAY_PROPERTY_COMPARISONS ?? 200)

/** The markup of all tables of a comparison, as in a report. */
function drawn(grid: Grid, comparison: Comparison): string {
  const page = preparePageGrid(grid, comparison)
  return renderToStaticMarkup(<FigureTables {...{ page, comparison, query: '', project: 'demo', ids: {} }} />)
}

/** The markup of the tables that the browser draws, from the packed data of the page. */
function drawnByComponents(grid: Grid, comparison: Comparison, isHeat: boolean): string {
  const page = unpackJson<PageGrid>(packJson(preparePageGrid(grid, comparison)))
  const shown = { page, comparison, query: '', hrefWith: () => '/', sortBy: () => undefined }
  return page.tables
    .map((_, index) =>
      renderToStaticMarkup(
        <PivotTable index={index} shown={shown} project="demo" cell={null} chartsAt={null} isHeat={isHeat} />,
      ),
    )
    .join('\n')
}

/** Texts of the cells of all result rows, without footnote marks and screen-reader texts. */
const cellsOf = (markup: string): string[] =>
  [...markup.matchAll(/<tr data-row="\d+"[^>]*>(.*?)<\/tr>/gs)].flatMap(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
      cell.replaceAll(/<sup>.*?<\/sup>|<span class="visually-hidden"> missing<\/span>|<[^>]*>/gs, ' '),
    ),
  )

test('the cells of the page are those of every other format, and its ratios are relative to its base', () => {
  let numbers = 0
  for (const { results, comparison } of generatedComparisons(COMPARISONS)) {
    const grid = compare(setOf(results), comparison)
    const shown = numbersOf(shownIn(grid))
    expect(sameNumbers(numbersOf(cellsOf(drawn(grid, comparison))), shown, JSON.stringify(comparison))).toEqual([])
    expect(ratioProblems(grid, comparison)).toEqual([])
    const page = numbersOf(cellsOf(drawnByComponents(grid, comparison, false)))
    expect(sameNumbers(page, numbersOf(shownOnPage(grid)), JSON.stringify(comparison))).toEqual([])
    numbers += shown.length
  }
  expect(numbers).toBeGreaterThan(COMPARISONS)
})

test('every saved comparison of the demo has the same cells on its page', () => {
  const everything = everyDemoResult()
  for (const { slug, query } of DEMO_SAVED_COMPARISONS) {
    const { comparison } = fromQuery(query)
    const grid = compare(everything, comparison)
    const shown = numbersOf(shownIn(grid))
    expect(sameNumbers(numbersOf(cellsOf(drawn(grid, comparison))), shown, slug)).toEqual([])
    const { tables } = limitGrid(grid)
    const limited = { ...grid, tables: tables.filter(isDrawnAtOnce) }
    const component = cellsOf(drawnByComponents(limited, comparison, false))
    expect(sameNumbers(numbersOf(component), numbersOf(shownOnPage(limited)), slug)).toEqual([])
  }
})

test('the newest version has a head of its own, which stays above its column while the others scroll', () => {
  const { comparison } = fromQuery('columns=version,compiler&product=RocksDB&hardware=gcp-arm-8&workload=iobuf')
  const grid = compare(everyDemoResult(), comparison)
  const markup = drawnByComponents(grid, comparison, true)
  const heads = [...markup.matchAll(/<th scope="colgroup"([^>]*)>(.*?)<\/th>/gs)].map(
    ([, attributes = '', text = '']) => ({
      span: Number(/colspan="(\d+)"/i.exec(attributes)?.[1] ?? 1),
      name: text.replaceAll(/<[^>]*>/g, ''),
    }),
  )
  expect(heads.slice(-2)).toEqual([
    { span: 1, name: '10.8.3' },
    { span: 1, name: '10.8.3' },
  ])
  expect(heads.reduce((sum, { span }) => sum + span, 0)).toBe(grid.tables[0]?.columns.length)
})

/** Longer tables draw their rows in parts. */
const isDrawnAtOnce = ({ groups, columns }: GridTable) => {
  const lines = groups.reduce((sum, { rows }) => sum + rows.length + 4, 0)
  return lines <= MAX_ROWS_AT_ONCE && lines * (columns.length + 4) <= MAX_CELLS_AT_ONCE
}

/** The markup with the label of each cell of a heat map, which begins with its ratio, instead of its text. */
const withLabels = (markup: string) =>
  markup.replaceAll(/<a [^>]*data-ref="[^>]*aria-label="([^",]*)[^"]*">[^<]*<\/a>/g, '$1')

test('a heat map has the ratio of each cell, also where it shows none', () => {
  for (const { results, comparison } of generatedComparisons(50)) {
    const grid = compare(setOf(results), { ...comparison, show: 'relative' })
    if (grid.show !== 'relative') continue
    const drawnRatios = numbersOf(cellsOf(withLabels(drawnByComponents(grid, comparison, true))))
    expect(drawnRatios, JSON.stringify(comparison)).toEqual(
      numbersOf(cellsOf(drawn(grid, comparison))).filter((one) => one !== '-'),
    )
  }
})

test('neighboring cells without a result are one cell of a heat map', () => {
  const [{ results, comparison } = { results: [], comparison: DEFAULT_COMPARISON }] = generatedComparisons(1)
  const [measured] = compare(setOf(results), comparison).tables.flatMap(({ groups }) =>
    groups.flatMap(({ rows }) => rows),
  )
  const [first] = measured?.cells.filter(({ value }) => value !== null) ?? []
  if (first === undefined) throw new Error('The first generated comparison has no value.')
  const cells = [1, null, null, null, 2, null, null].map((value): Cell => ({ ...first, value }))
  const spansOf = (isHeat: boolean) => cellSpans(cells, { isHeat, newest: 6 }).map(({ column, span }) => [column, span])
  const apart = [0, 1, 4, 5, 6].map((column) => [column, column === 1 ? 3 : 1])
  expect(spansOf(true)).toEqual(apart)
  expect(spansOf(false)).toEqual(cells.map((_, column) => [column, 1]))
})

test('a figure draws the same tables without the estimates that it does not show', () => {
  for (const { results, comparison } of generatedComparisons(200)) {
    const page = preparePageGrid(compare(setOf(results), comparison), comparison)
    const draw = (one: PageGrid) =>
      renderToStaticMarkup(<FigureTables {...{ page: one, comparison, query: '', project: 'demo', ids: {} }} />)
    expect(draw(unpackJson<PageGrid>(packJson(drawnPage(page)))), JSON.stringify(comparison)).toBe(draw(page))
  }
})

test('the check detects a cell that is missing on the page', () => {
  const [first] = generatedComparisons(1)
  const grid = compare(setOf(first?.results ?? []), DEFAULT_COMPARISON)
  const cells = numbersOf(cellsOf(drawn(grid, DEFAULT_COMPARISON)))
  expect(cells.length).toBeGreaterThan(0)
  expect(sameNumbers(cells.slice(1), numbersOf(shownIn(grid)), 'page')).toHaveLength(1)
})
