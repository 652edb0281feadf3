import { expect, test } from 'vitest'
import { KNOWN_BUG_NOTE } from '../../../findings/notes/note-codes.ts'
import { compare } from '../../compare.ts'
import { DEFAULT_COMPARISON } from '../../comparison.ts'
import type { Point } from '../../point.ts'
import { sweepCharts } from './sweep-charts.ts'

test('a known bug is shown at the point that it affects', () => {
  const points = [8, 32].map((fanout): Point => {
    const footnotes = fanout === 32 ? [{ code: KNOWN_BUG_NOTE, text: 'Known bug 12038.' }] : []
    const coordinates = { test: 'overwrite', 'param:fanout': String(fanout) }
    return { runId: `run ${fanout}`, resultId: `result ${fanout}`, coordinates, values: { qps: fanout }, footnotes }
  })
  const grid = compare(
    { points, tests: [], metrics: [] },
    { ...DEFAULT_COMPARISON, columns: ['param:fanout'], metrics: ['qps'], show: 'absolute' },
  )
  const [chart] = sweepCharts(grid)
  expect(chart?.series.flatMap((series) => series.points)).toEqual([
    { x: 8, y: 8 },
    { x: 32, y: 32, note: 'Known bug 12038.' },
  ])
})
