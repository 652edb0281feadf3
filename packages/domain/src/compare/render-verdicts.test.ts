import { expect, test } from 'vitest'
import type { NoiseFloors } from '../verdict/noise-floor.ts'
import { compare } from './compare.ts'
import { fromQuery } from './comparison-url.ts'
import type { Point } from './point.ts'
import { renderCsv } from './render-csv.ts'
import { renderHtml } from './render-html.ts'
import { renderJson } from './render-json.ts'
import { renderMarkdown } from './render-markdown.ts'
import { renderText } from './render-text.ts'
import { resultsOf } from './testing/results-of.ts'
import { verdictSentence } from './verdict-marks.ts'

// One run of each, on a machine whose runs differ by 1%: 0.90 is real, 1.00 the same, 0.96 nobody can tell.
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

test('text: rows stay as published unless marks are asked for', () => {
  expect(renderText(grid())).toBe('Relative to: 17.6\ncol-1 : 18.0\n\ncol-1\n0.90\tinsert\n1.00\tscan\n0.96\tupdate\n')
  expect(renderText(grid('&verdicts=text')).split('\n').slice(4)).toEqual([
    '0.90▼!\tinsert',
    '1.00=\tscan',
    '0.96?\tupdate',
    '',
    'Of 3 compared cells: 1 changed beyond the noise (0 better, 1 worse; expect fewer than one of them false), 1 is the same, 1 cannot be told. ! beyond the noise, = the same within the noise, ? cannot tell.',
    '',
  ])
})

test('CSV: band, verdict, interval and repeats that would tell, for each column that is judged', () => {
  expect(renderCsv(grid()).split('\r\n').slice(0, 2)).toEqual([
    'group,test,17.6,18.0,18.0 band,18.0 verdict,18.0 low,18.0 high,18.0 repeats needed',
    ',insert,1.00,0.90,worse,worse,0.87,0.93,1',
  ])
  expect(renderCsv(grid('&verdicts=off')).split('\r\n')[0]).toBe('group,test,17.6,18.0')
})

test('Markdown and HTML: a mark with its words beside the sign', () => {
  const markdown = renderMarkdown(grid())
  expect(markdown).toContain('| insert | 1.00 | 0.90 ▼! |')
  expect(markdown).toContain('| scan | 1.00 | 1.00 = |')
  expect(markdown).toContain('1 cannot be told. ! beyond the noise')
  expect(renderHtml(grid())).toContain('<span title="worse">▼</span> <span title="beyond the noise">!</span>')
  expect(renderMarkdown(grid('&verdicts=off'))).toContain('| insert | 1.00 | 0.90 ▼ |')
})

test('JSON: everything, with all digits', () => {
  const { tables, verdicts } = JSON.parse(renderJson(grid()))
  expect(tables[0].groups[0].rows[0].cells[1].verdict).toMatchObject({ verdict: 'worse', noise: { source: 'machine' } })
  expect(verdicts).toMatchObject({ worse: 1, same: 1, cannotTell: 1, noiseUnknown: 0 })
})

test('a cell with a badge takes no part', () => {
  const badged = set.points.map((point): Point => {
    return point.coordinates.test === 'insert'
      ? { ...point, footnotes: [{ code: 'too-short', text: 'Short.' }] }
      : point
  })
  expect(grid('', badged).verdicts).toMatchObject({ worse: 0, same: 1, cannotTell: 1 })
})

test('where nobody knows the noise one sentence says so, and no cell is marked', () => {
  const unknown = compare(set, fromQuery('columns=version').comparison)
  expect(verdictSentence(unknown.verdicts)).toMatch(/^No verdicts: nothing was repeated/)
  expect(renderMarkdown(unknown)).toContain('| insert | 1.00 | 0.90 ▼ |')
  expect(verdictSentence(compare(set, fromQuery('columns=version&base=none').comparison).verdicts)).toBe(null)
})

test('many changes say how many false ones to expect', () => {
  const counts = { worse: 30, better: 10, same: 1, cannotTell: 9, noiseUnknown: 2, falseExpected: 2 }
  expect(verdictSentence(counts)).toBe(
    'Of 50 compared cells: 40 changed beyond the noise (10 better, 30 worse; expect about 2 of them false), 1 is the same, 9 cannot be told (of 2 the noise is unknown).',
  )
})
