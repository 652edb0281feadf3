import { expect, test } from 'vitest'
import { heatOf } from './cell-tint.ts'

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
