import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_SESSION_GAP_HOURS, sessionMedians, sessionNumbers } from './measurement-session.ts'

const HOUR = 3_600_000

test('consecutive runs are one session until a long gap or another run', () => {
  expect(sessionNumbers([0, HOUR, 2 * HOUR], [])).toEqual([0, 0, 0])
  expect(sessionNumbers([0, HOUR, (2 + MAX_SESSION_GAP_HOURS) * HOUR], [])).toEqual([0, 0, 1])
  expect(sessionNumbers([2 * HOUR, 0], [HOUR])).toEqual([1, 0])
  expect(sessionNumbers([0, HOUR], [-HOUR, 5 * HOUR])).toEqual([0, 0])
  expect(sessionNumbers([0, null], [])).toBeNull()
  expect(sessionNumbers([0, HOUR, HOUR], [])).toBeNull()
})

test('a session counts once, as the median of its runs', () => {
  expect(sessionMedians([1, 2, 9, 5], [0, 0, 0, 1])).toEqual([2, 5])
  expect(sessionMedians([1, 2], null)).toEqual([1, 2])
})

test('more runs in between never make fewer sessions, and the order of runs does not matter', () => {
  const starts = fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 12 })
  const count = (own: number[], others: number[]) =>
    new Set(
      sessionNumbers(
        own.map((at) => at * HOUR),
        others.map((at) => at * HOUR + 1),
      ),
    ).size
  fc.assert(
    fc.property(starts, starts, starts, (own, others, more) => {
      expect(count(own, [...others, ...more])).toBeGreaterThanOrEqual(count(own, others))
      expect(count(own.toReversed(), others)).toBe(count(own, others))
    }),
  )
})
