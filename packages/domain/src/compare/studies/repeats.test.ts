import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from '../compare.ts'
import { DEFAULT_COMPARISON } from '../comparison.ts'
import type { Point } from '../point.ts'
import { repeatsOf } from './repeats.ts'

/** Throughput of each test by run, in order. */
function repeats(measured: Record<string, number[]>) {
  const tests = Object.keys(measured).map((name, order) => {
    return { name, group: null, order, role: 'measured' as const, primaryMetric: 'qps' }
  })
  const points = Object.entries(measured).flatMap(([name, values]) =>
    values.map((qps, at): Point => {
      const id = `${name} ${at}`
      return { runId: id, resultId: id, coordinates: { test: name, repeat: String(at + 1) }, values: { qps } }
    }),
  )
  const comparison = {
    ...DEFAULT_COMPARISON,
    columns: ['repeat' as const],
    base: { kind: 'values' as const, values: { repeat: '1' } },
    repeats: 'each' as const,
  }
  return repeatsOf(compare({ points, tests, metrics: [] }, comparison))
}

test('pairs that differ most come first, regardless of the direction', () => {
  const { pairs } = repeats({ even: [100, 100], up: [100, 110], down: [100, 80], once: [100] })
  expect(pairs.map(({ row, ratio }) => [row, ratio])).toEqual([
    ['down', 0.8],
    ['up', 1.1],
    ['even', 1],
  ])
})

test('the spread of one run is estimated from all pairs', () => {
  const { summary } = repeats({ a: [100, 104], b: [200, 200], c: [100, 100 / 1.04] })
  // From duplicates: sqrt((ln 1.04^2 + 0 + ln 1.04^2) / 6).
  expect(summary).toMatchObject({ pairs: 3, within1: 1, within5: 3 })
  expect(summary?.deviation).toBeCloseTo(Math.exp(Math.log(1.04) / Math.sqrt(3)) - 1, 12)
})

test('without a second run there is no study', () => {
  expect(repeats({ a: [100] })).toEqual({ pairs: [], summary: null })
})

test('the estimate is close to the simulated noise', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(normal(), normal()), { minLength: 200, maxLength: 200 }), (noise) => {
      const measured = Object.fromEntries(
        noise.map(([a, b], at) => [`t${at}`, [100 * Math.exp(0.03 * a), 100 * Math.exp(0.03 * b)]]),
      )
      const { deviation = 0 } = repeats(measured).summary ?? {}
      expect(Math.log(1 + deviation)).toBeGreaterThan(0.02)
      expect(Math.log(1 + deviation)).toBeLessThan(0.045)
    }),
    { numRuns: 20 },
  )
})

/** Approximately normal with mean 0 and standard deviation 1: the sum of twelve uniform numbers minus six. */
function normal() {
  const uniform = fc.noBias(fc.integer({ min: 0, max: 10_000 })).map((part) => part / 10_000)
  return fc.array(uniform, { minLength: 12, maxLength: 12 }).map((parts) => parts.reduce((sum, part) => sum + part, -6))
}
