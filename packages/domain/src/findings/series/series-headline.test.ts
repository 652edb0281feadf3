import { expect, test } from 'vitest'
import type { LineChange } from './judge-line.ts'
import { seriesHeadline } from './series-headline.ts'

const change = (xIndex: number, ratio: number): LineChange => ({
  ...{ place: xIndex, after: xIndex - 1, ratio, direction: ratio < 1 ? 'worse' : 'better', runId: null, by: 'level' },
})
const line = (...changes: LineChange[]) => ({ test: 'scan', changes, positions: [] })
const PLACES = ['1.0', '1.1', '1.2', '1.3']

test('the largest regression comes before a larger improvement', () => {
  const lines = [line(change(1, 0.94), change(2, 0.93), change(3, 1.5))]
  expect(seriesHeadline(lines, PLACES, 'version')).toBe('scan over versions: −7% in 1.2, the largest of 2 regressions')
  expect(seriesHeadline([line(change(3, 1.5))], PLACES, 'commit')).toBe('scan over commits: +50% in 1.3')
})

test('a series without changes says so, and no series has the name of the page', () => {
  expect(seriesHeadline([line()], PLACES, 'time')).toBe('scan over time: no change in 4 points')
  expect(seriesHeadline([], [], 'version')).toBe('Series')
})
