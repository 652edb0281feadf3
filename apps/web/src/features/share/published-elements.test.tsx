import { elementsHtml } from '@assay/charts/export/elements-html'
import { compare } from '@assay/domain/compare/compare'
import { generatedComparisons, setOf } from '@assay/testing/compare/generated-comparisons'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PublishedElements } from './published-elements.tsx'

const COMPARISONS = 200

/** The texts of markup in their order, without tags and white space between them. */
const textsOf = (markup: string): string =>
  markup
    .replaceAll(/<svg.*?<\/svg>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', '&#39;')
    .replaceAll(/\s+/g, ' ')
    .trim()

const links = {
  idOf: ({ table, row, column }: { table: number; row: number; column: number }) => `${table}-${row}-${column}`,
  hrefOf: ({ runIds: [newest] }: { runIds: readonly string[] }) => (newest === undefined ? null : `/run/${newest}`),
}

test('a published page has the texts, links and ids of its file', () => {
  for (const { results, comparison } of generatedComparisons(COMPARISONS)) {
    const grid = compare(setOf(results), comparison)
    const parts = [
      { kind: 'text', text: `Of <${comparison.rows.join()}>.` },
      { kind: 'section', title: 'Tables & more', id: 's', aside: 'all', parts: [{ kind: 'grid', grid, comparison }] },
      { kind: 'grid', grid, comparison, label: 'Again' },
    ] as const
    for (const own of [null, links]) {
      const file = elementsHtml(parts, { links: own })
      const page = renderToStaticMarkup(<PublishedElements parts={parts} links={own} />)
      const [wanted, drawn] = [file, page].map((markup) => ({
        texts: textsOf(markup),
        links: [...markup.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href),
        ids: [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id),
      }))
      expect(drawn, JSON.stringify(comparison)).toEqual(wanted)
    }
  }
})

test('a frozen page carries nothing of its data that it does not show', () => {
  const runs = generatedComparisons(20).flatMap(({ results, comparison }) => {
    const grid = compare(setOf(results), comparison)
    const page = renderToStaticMarkup(<PublishedElements parts={[{ kind: 'grid', grid, comparison }]} />)
    const cells = grid.tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.flatMap((row) => row.cells)))
    return cells.flatMap(({ runIds }) => runIds.map((run) => ({ run, isShown: page.includes(run) })))
  })
  expect(runs.length).toBeGreaterThan(20)
  expect(runs.filter(({ isShown }) => isShown)).toEqual([])
})
