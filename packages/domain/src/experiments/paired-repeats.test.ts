import { expect, test } from 'vitest'
import { noPairs, withPairedRepeat } from './paired-repeats.ts'
import type { Repeat } from './repeats-of-candidate.ts'

/** Repeats by their side (`c` for the candidate, `b` for the base) and score, in their order from position 1. */
const repeats = (...all: [side: 'c' | 'b', score: number][]): Repeat[] =>
  all.map(([side, score], at) => ({
    ...{ candidate: side === 'b' ? 0 : 1, first: at + 1, last: at + 1, score, isAttested: true },
    metrics: { size: 2 * score, ...(side === 'c' && { only_here: 1 }) },
  }))

const paired = (all: readonly Repeat[], from = 1) => all.reduce(withPairedRepeat, noPairs(from))

test('the n-th repeat of the candidate is compared with the n-th of the base, in turns or not', () => {
  const expected = { candidate: 3, base: 3, waiting: [], score: { count: 3, mean: 5 } }
  const turns = repeats(['c', 6], ['b', 1], ['b', 10], ['c', 15], ['c', 104], ['b', 99])
  expect(paired(turns)).toMatchObject(expected)
  expect(paired(turns).score.squares).toBeCloseTo(0, 10)
  const blocks = repeats(['c', 6], ['c', 15], ['c', 104], ['b', 1], ['b', 10], ['b', 99])
  expect(paired(blocks)).toMatchObject(expected)
})

test('a repeat without a partner waits and is not lost, so a bad one cannot be replaced by a better one', () => {
  const waiting = paired(repeats(['c', -50], ['c', 8], ['c', 9]))
  expect(waiting).toMatchObject({ candidate: 3, base: 0, score: { count: 0 } })
  expect(waiting.waiting.map(({ score }) => score)).toEqual([-50, 8, 9])
  const [next] = repeats(['b', 0])
  expect(withPairedRepeat(waiting, { ...next, first: 4, last: 4 } as Repeat).score.mean).toBe(-50)
})

test('a repeat that began before the stage is not counted', () => {
  expect(paired(repeats(['b', 1], ['c', 6], ['b', 2]), 2)).toMatchObject({ candidate: 1, base: 1, score: { mean: 4 } })
})

test('a metric is compared where both sides have it', () => {
  const { metrics } = paired(repeats(['c', 6], ['b', 1]))
  expect([...metrics].map(([name, { mean }]) => [name, mean])).toEqual([['size', 10]])
})
