import { exampleGrid } from '@assay/testing/specs/example-evidence-grid'
import { expect, test } from 'vitest'
import { DEFAULT_COMPARISON } from '../../compare/comparison.ts'
import { NO_TLDR } from '../../compare/tldr/tldr.ts'
import { canonicalJson } from '../../json/canonical-json.ts'
import { figureCharts } from '../share/figure-chart.ts'
import type { FrozenFigure } from './frozen-figure.ts'
import { readFrozen } from './read-frozen.ts'

const id = '5f4dcc3b-5aa7-65d6-1d83-27deb882cf99'
const made = exampleGrid([{ key: '', columns: ['1 quicksort', '2 prefix'], rows: { int: [100, 502], text: [10, 12] } }])
const grid = JSON.parse(JSON.stringify(made).replaceAll('"run"', `"${id}"`))
const FIGURE: FrozenFigure = {
  ...{ format: 1, title: 'Sorting', study: null, query: 'columns=version', frozenAt: '2026-11-21T12:00:00.000Z' },
  ...{ comparison: DEFAULT_COMPARISON, grid, tldr: NO_TLDR, runs: [], charts: figureCharts(grid) },
}
const TEXT = canonicalJson(FIGURE)

test('a figure that another server froze is parsed unchanged', () => {
  expect(FIGURE.charts).toHaveLength(1)
  expect(readFrozen(TEXT)).toEqual(FIGURE)
})

test.each([
  ['a number that is markup', TEXT.replace('"value":502', '"value":"<script>"')],
  ['a color that is markup', TEXT.replace('"color":1', '"color":"\\">"')],
  ['a field that nothing draws', TEXT.replace('{"charts"', '{"a":1,"charts"')],
  ['a link that runs', canonicalJson({ ...FIGURE, runs: [{ id, sources: [{ name: 'a', url: 'javascript:1' }] }] })],
  ['other bytes of it', ` ${TEXT}`],
  ['another format', TEXT.replace('"format":1', '"format":9')],
  ['brackets without end', '['.repeat(100_000)],
  ['lists in lists', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
])('%s is refused', (_, content) => {
  expect(content).not.toBe(TEXT)
  expect(readFrozen(content)).toBeNull()
})

test('a link of a footnote must lead to a page', () => {
  const withNote = (href: string) =>
    TEXT.replace('"footnotes":[]', `"footnotes":[{"code":"a","href":"${href}","text":"a"}]`)
  expect(readFrozen(withNote('/p/demo/known-bugs/a'))).not.toBeNull()
  for (const href of ['javascript:alert(1)', '//evil.test', 'data:text/html,a'])
    expect(readFrozen(withNote(href))).toBeNull()
})
