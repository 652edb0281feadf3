import { resultsOf } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { compare } from '../compare.ts'
import { fromQuery } from '../comparison-url.ts'
import type { NoiseFloors } from '../noise/noise-floor.ts'
import type { Point } from '../point.ts'
import { verdictSentence } from '../verdict-words.ts'
import { renderCsv } from './render-csv.ts'
import { renderHtml } from './render-html.ts'
import { renderJson } from './render-json.ts'
import { renderMarkdown } from './render-markdown.ts'
import { renderText } from './render-text.ts'

// One run of each version on a machine whose runs differ by 1%: 0.90 is a regression, 1.00 no change, 0.96
// inconclusive.
const set = resultsOf(
  `
  test   | 17.6 | 18.0
  insert | 1000 | 900
  scan   | 200  | 200
  update | 500  | 480
  `,
)
const floors: NoiseFloors = { at: () => ({ source: 'machine', sd: 0.01, degreesOfFreedom: 30 }) }
const grid = (query = '', points = set.points) =>
  compare({ ...set, points, floors }, fromQuery(`columns=version${query}`).comparison)

test('text: rows have the published format unless marks are requested', () => {
  expect(renderText(grid())).toBe('Relative to: 17.6\ncol-1 : 18.0\n\ncol-1\n0.90\tinsert\n1.00\tscan\n0.96\tupdate\n')
  expect(renderText(grid('&verdicts=text')).split('\n').slice(4)).toEqual([
    '0.90▼!\tinsert',
    '1.00=\tscan',
    '0.96?\tupdate',
    '',
    '3 compared cells: 1 regression, 0 improvements, 1 no change, 1 inconclusive; smallest detectable change 3%. Expected false changes: fewer than one. ▼! regression, ▲! improvement, = no change, ? inconclusive.',
    '',
  ])
})

test('CSV has band, verdict, interval and needed repeats for each judged column', () => {
  expect(renderCsv(grid()).split('\r\n').slice(0, 2)).toEqual([
    'group,test,17.6,18.0,18.0 band,18.0 verdict,18.0 low,18.0 high,18.0 repeats needed',
    ',insert,1.00,0.90,worse,regression,0.87,0.93,1',
  ])
  expect(renderCsv(grid('&verdicts=off')).split('\r\n')[0]).toBe('group,test,17.6,18.0')
})

test('Markdown and HTML have a mark with text next to the sign', () => {
  const markdown = renderMarkdown(grid())
  expect(markdown).toContain('| insert | 1.00 | 0.90 ▼! |')
  expect(markdown).toContain('| scan | 1.00 | 1.00 = |')
  expect(markdown).toContain('1 inconclusive; smallest detectable change 3%.')
  expect(renderHtml(grid())).toContain('<span title="regression">▼!</span>')
  expect(renderMarkdown(grid('&verdicts=off'))).toContain('| insert | 1.00 | 0.90 ▼ |')
})

test('JSON has all properties with all digits', () => {
  const { tables, verdicts } = JSON.parse(renderJson(grid()))
  expect(tables[0].groups[0].rows[0].cells[1].verdict).toMatchObject({ verdict: 'worse', noise: { source: 'machine' } })
  expect(verdicts).toMatchObject({ worse: 1, same: 1, cannotTell: 1, noiseUnknown: 0 })
})

test('a cell with an excluding flag is not judged', () => {
  const badged = set.points.map((point): Point => {
    return point.coordinates.test === 'insert'
      ? { ...point, footnotes: [{ code: 'too-short', text: 'Short.' }] }
      : point
  })
  expect(grid('', badged).verdicts).toMatchObject({ worse: 0, same: 1, cannotTell: 1 })
})

test('with unknown noise there is one sentence about it, and no cell is marked or colored', () => {
  const unknown = compare(set, fromQuery('columns=version').comparison)
  expect(verdictSentence(unknown)).toBe(
    '3 compared cells: 0 regressions, 0 improvements, 0 no change, 3 inconclusive; the noise is unknown, because nothing was repeated often enough on these machines.',
  )
  expect(renderMarkdown(unknown)).toContain('| insert | 1.00 | 0.90 |')
  expect(renderHtml(unknown)).not.toContain('background')
  expect(verdictSentence(compare(set, fromQuery('columns=version&base=none').comparison))).toBe(null)
})

test('with many changes the expected number of false ones is shown', () => {
  const verdicts = { worse: 30, better: 10, same: 1, cannotTell: 9, noiseUnknown: 2, falseExpected: 2 }
  expect(verdictSentence({ verdicts, smallestDetectable: 0.004 })).toBe(
    '50 compared cells: 30 regressions, 10 improvements, 1 no change, 9 inconclusive (noise unknown in 2); smallest detectable change 0.4%. Expected false changes: about 2.',
  )
})
