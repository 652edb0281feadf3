import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { compare } from '@assay/domain/compare/compare'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { renderCsv } from '@assay/domain/compare/render-csv'
import { renderHtml } from '@assay/domain/compare/render-html'
import { renderJson } from '@assay/domain/compare/render-json'
import { renderMarkdown } from '@assay/domain/compare/render-markdown'
import { renderText } from '@assay/domain/compare/render-text'
import { cellFormatter, printedColumns, viewsOf } from '@assay/domain/compare/shown-table'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { pointsOfDocuments } from '@assay/domain/studies/testing/points-of-documents'
import { expect, test } from 'vitest'
import { DEMO_SAVED_COMPARISONS } from './saved-comparisons.ts'

// Every saved comparison of the demo has the same cells in every format, with all demo data loaded together.

const directory = fileURLToPath(new URL('documents/', import.meta.url))
const documents = readdirSync(directory)
  .filter((name) => name.endsWith('.json.gz'))
  .flatMap((name): unknown => JSON.parse(gunzipSync(readFileSync(directory + name)).toString('utf8')))
  .map((document) => UploadDocument.parse(document))
const set = pointsOfDocuments(documents.toSorted((a, b) => ((a.startedAt ?? '') < (b.startedAt ?? '') ? 1 : -1)))

/** The numbers that a grid shows, as printed; the text table leaves out a base that is its first column. */
function shownIn(grid: Grid, isText: boolean): string[] {
  return grid.tables.flatMap((table) =>
    viewsOf(grid).flatMap((view) => {
      const format = cellFormatter(table)
      const columns = isText ? printedColumns(table, view).map(({ index }) => index) : [...table.columns.keys()]
      return table.groups.flatMap(({ rows }) =>
        rows.flatMap(({ cells }) => columns.flatMap((at) => (cells[at] === undefined ? [] : format(cells[at], view)))),
      )
    }),
  )
}

const numbersOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.match(/(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])/g) ?? []).sort()

const textCells = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => (line.includes('\t') && !line.startsWith('col-') ? line.split('\t').slice(0, -1) : []))

const markdownCells = (text: string) =>
  text.split('\n').flatMap((line, at, lines) => {
    const isCells = line.startsWith('| ') && !line.startsWith('| *') && !lines[at + 1]?.startsWith('|---')
    return isCells
      ? line
          .split(/(?<!\\)\|/)
          .slice(2, -1)
          .map((cell) => cell.replaceAll(/\[\^\d+\]/g, ''))
      : []
  })

const htmlCells = (text: string) =>
  [...text.matchAll(/<td[^>]*>(.*?)<\/td>/g)]
    .map(([, cell = '']) => cell)
    .filter((cell) => !cell.includes('<i>'))
    .map((cell) => cell.replaceAll(/<sup>.*?<\/sup>|<[^>]*>/g, ' '))

for (const { slug, query } of DEMO_SAVED_COMPARISONS) {
  test(`${slug} has the same cells in every format`, () => {
    const grid = compare(set, fromQuery(query).comparison)
    const shown = numbersOf(shownIn(grid, false))
    expect(shown.length).toBeGreaterThan(0)
    expect(numbersOf(textCells(renderText(grid)))).toEqual(numbersOf(shownIn(grid, true)))
    expect(numbersOf(markdownCells(renderMarkdown(grid)))).toEqual(shown)
    expect(numbersOf(htmlCells(renderHtml(grid)))).toEqual(shown)
    expect(numbersOf(shownIn(JSON.parse(renderJson(grid)) as Grid, false))).toEqual(shown)
    const csv = renderCsv(grid)
    for (const number of new Set(shown))
      expect(csv).toMatch(new RegExp(`(^|,)${number.replace('.', '\\.')}(,|\\r)`, 'm'))
  })
}
