import { expect, test } from 'vitest'
import type { Cell } from '../grid.ts'
import { heatCell, heatOf } from './heat-map.ts'

test.each([
  [0.985, 'higher', 0, 'none'],
  [0.97, 'higher', 1, 'worse'],
  [0.94, 'higher', 2, 'worse'],
  [1.12, 'higher', 3, 'better'],
  [1.3, 'lower', 4, 'worse'],
  [0.5, 'lower', 4, 'better'],
  [2, 'neither', 0, 'none'],
  [null, 'higher', 0, 'none'],
] as const)('a ratio of %s of a metric of which %s is better has step %s, %s', (ratio, better, step, tone) => {
  expect(heatOf({ ratio, better })).toEqual({ step, tone })
})

test('a regression and the improvement that undoes it have the same tint', () => {
  for (const ratio of [0.5, 0.85, 0.93, 0.97, 0.999]) {
    expect(heatOf({ ratio, better: 'higher' }).step).toBe(heatOf({ ratio: 1 / ratio, better: 'higher' }).step)
  }
})

const judged = (verdict: 'worse' | 'better' | 'same' | 'cannot-tell'): Cell['verdict'] => ({
  ...{ verdict, reason: null, interval: null, p: null, q: null, repeats: { own: 3, base: 3 }, repeatsNeeded: null },
  ...{ noise: null, rankP: null, medians: null },
})
const CELL = { value: 1, better: 'higher', band: 'neutral', verdict: null, isBase: false } as const

test('a cell of a heat map has no change only if its verdict says so, however small its ratio', () => {
  const stateOf = (verdict: Cell['verdict'], ratio: number) => heatCell({ ...CELL, ratio, verdict }).state
  for (const ratio of [0.8, 0.97, 0.999, 1, 1.03, 1.2]) {
    expect(stateOf(judged('cannot-tell'), ratio)).toBe('inconclusive')
    expect(stateOf(judged('same'), ratio)).toBe('no change')
    expect(stateOf(judged('worse'), ratio)).toBe('change')
    expect(stateOf(judged('better'), ratio)).toBe('change')
  }
})

test('a cell without a value, a base or a verdict is distinguishable in a heat map', () => {
  expect(heatCell({ ...CELL, ratio: null, value: null }).state).toBe('missing')
  expect(heatCell({ ...CELL, ratio: 1, isBase: true }).state).toBe('base')
  expect(heatCell({ ...CELL, ratio: null }).state).toBe('nothing to compare')
  expect(heatCell({ ...CELL, ratio: 0.8, band: 'worse' }).state).toBe('change')
  expect(heatCell({ ...CELL, ratio: 0.99 }).state).toBe('no change')
})

test('a cell that was not judged has neither a tint nor the state of no change, however large its ratio', () => {
  for (const ratio of [0.45, 0.999, 1, 1.5]) {
    const heat = heatCell({ ...CELL, ratio, band: 'none' })
    expect(heat).toMatchObject({ state: 'not judged', step: 0, tone: 'none' })
    expect(heatCell({ ...CELL, ratio, verdict: judged('same') })).toMatchObject({ step: 0, tone: 'none' })
  }
  expect(heatCell({ ...CELL, ratio: 0.45, band: 'none' }).isNumbered).toBe(true)
})
