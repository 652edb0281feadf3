import { readFileSync } from 'node:fs'
import { archiveUrl } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quartileBands, relativeBand } from './band.ts'

const ARCHIVE = archiveUrl('fixtures/iibench-report/')
const limits = { worse: 0.95, better: 1.05 }
const column = (...values: (number | null)[]) =>
  quartileBands(values.map((value) => ({ value, better: 'higher' as const, footnotes: [] })))

test('the limits themselves are worse and better, as they are shown', () => {
  const at = (ratio: number) => relativeBand(ratio, 'higher', limits)
  expect([0.95, 0.9549, 0.9551, 1.0449, 1.0451, 1.05].map(at)).toEqual([
    'worse',
    'worse',
    'neutral',
    'neutral',
    'better',
    'better',
  ])
  expect([0.9, 1.1].map((ratio) => relativeBand(ratio, 'lower', limits))).toEqual(['better', 'worse'])
  expect(relativeBand(0.5, 'neither', limits)).toBe('none')
})

test('quartile bands are quarters of the range, not of the number of values', () => {
  expect(column(0, 25, 26, 74, 75, 100)).toEqual(['worse', 'worse', 'neutral', 'neutral', 'better', 'better'])
  expect(column(80, 100, null)).toEqual(['neutral', 'better', 'none'])
  expect(column(79, 100)).toEqual(['worse', 'better'])
  expect(column(5, 5)).toEqual(['neutral', 'neutral'])
  expect(column()).toEqual([])
})

test('quartile bands do not change when a column is scaled by a constant', () => {
  const values = fc.array(fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: null }), { maxLength: 12 })
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 10_000 }), (all, factor) => {
      expect(column(...all.map((value) => value && value * factor))).toEqual(column(...all))
    }),
  )
})

archiveTest.each(['inno', 'some'])('the colors of the report 24_03_17, %s', (name) => {
  const html = readFileSync(new URL(`24_03_17.1u.1tno.io.bee.${name}/tput.tab`, ARCHIVE), 'utf8')
  const rows = html
    .split('\n')
    .map((line) => [...line.matchAll(/<td(?: id="?(\w+)"?)?>(\d+)<\/td>/g)])
    .filter((cells) => cells.length > 0)
  const steps = rows[0]?.length ?? 0
  expect(steps).toBe(10)
  for (let step = 0; step < steps; step += 1) {
    const cells = rows.map((row) => row[step] ?? [])
    const published = cells.map(([, id]) => (id === 'cmin' ? 'worse' : id === 'cmax' ? 'better' : 'neutral'))
    expect(column(...cells.map(([, , value]) => Number(value)))).toEqual(published)
  }
})
