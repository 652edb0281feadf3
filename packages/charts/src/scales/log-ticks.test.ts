import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labeledLogTicks, logTicks } from './log-ticks.ts'

test('ticks of 0.01 to 16.94 are round numbers', () => {
  expect(logTicks(0.01, 16.94)).toEqual([0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20])
})

test('ticks are positive, ascending and few, and include both ends', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -8, max: 8, noNaN: true }),
      fc.double({ min: 0.001, max: 9, noNaN: true }),
      (at, span) => {
        const [low, high] = [10 ** at, 10 ** (at + span)]
        const ticks = logTicks(low, high)
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks.length).toBeLessThanOrEqual(14)
        expect(ticks[0]).toBeGreaterThan(0)
        expect(ticks[0]).toBeLessThanOrEqual(low * 1.000_001)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(high * 0.999_999)
        expect(ticks).toEqual([...ticks].sort((a, b) => a - b))
      },
    ),
  )
})

test('a low axis has labels at the powers of ten', () => {
  const ticks = logTicks(0.01, 16.94)
  expect(labeledLogTicks(ticks, 240)).toEqual(ticks)
  expect(labeledLogTicks(ticks, 160)).toEqual([0.01, 0.1, 1, 10])
  expect(labeledLogTicks([2, 3, 4], 20)).toEqual([2, 3, 4])
})
