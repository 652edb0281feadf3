import { resultsOf } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { compare } from '../compare.ts'
import { fromQuery } from '../comparison-url.ts'
import type { Point } from '../point.ts'
import { renderCsv } from '../render/render-csv.ts'
import { renderHtml } from '../render/render-html.ts'
import { renderJson } from '../render/render-json.ts'
import { renderMarkdown } from '../render/render-markdown.ts'
import { renderText } from '../render/render-text.ts'
import { leftOutWarning } from './left-out.ts'

const set = resultsOf('test | 17.6 | 18.0\nscan | 100 | 100\ninsert | 100 | 100')
const warned = (query: string, points: readonly Point[] = set.points) =>
  compare({ ...set, points }, fromQuery(`columns=version${query}`).comparison).warnings.map(({ text }) => text)

test('when no ratio is compared, cells are counted by the rule that excludes them', () => {
  const missed = (point: Point): Point => ({ ...point, footnotes: [{ code: 'missed-target', text: 'Missed.' }] })
  expect(warned('', set.points.map(missed))).toContain('Nothing is compared. Of 4 cells: 4 excluded (missed target).')
  expect(
    warned(
      '',
      set.points.filter(({ coordinates }) => coordinates.version === '17.6'),
    ),
  ).toContain('Nothing is compared. Of 2 cells: 2 of the base itself.')
  expect(warned('')).toEqual([])
})

test('a warning is shown when only-changes hides every row', () => {
  expect(warned('&changed=yes')).toEqual([
    'Only changes are shown, and none of 2 rows has a regression or an improvement. Show all rows with changed=no.',
  ])
})

test('every format states why a comparison is empty', () => {
  const text = leftOutWarning({
    stored: 100,
    rules: [
      { rule: 'filter', dimension: 'hardware', values: ['pn53'], results: 80 },
      { rule: 'role', results: 4 },
      { rule: 'metric', metrics: ['qps'], results: 15 },
    ],
  }).text
  expect(text).toBe(
    'No result is left of 100 stored: the filter hardware pn53 excludes 80; the restriction to measured steps excludes 4; the choice of metric qps excludes 15; 1 have no value, or newer runs replace them. Choose a metric that these results have.',
  )
  const grid = {
    ...compare({ points: [], tests: [], metrics: [] }, fromQuery('').comparison),
    warnings: [{ code: 'left-out', text }],
  }
  for (const rendered of [
    renderText(grid),
    renderMarkdown(grid),
    renderHtml(grid),
    renderCsv(grid),
    renderJson(grid),
  ]) {
    expect(rendered).toContain('the filter hardware pn53 excludes 80')
  }
})
