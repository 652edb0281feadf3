import { makeSeries } from '@assay/testing/findings/make-series'
import { retestTail } from '@assay/testing/findings/retest-tail'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findChangePoints } from './change-points.ts'
import { optimalCuts } from './pelt.ts'

const step = (at: number, ratio: number) => (i: number) => (i < at ? 1 : ratio)

test('a step of 5% in noise of 1% is found at its position, up or down', () => {
  for (const ratio of [1.05, 0.95])
    for (let seed = 0; seed < 20; seed++) {
      const [cut, ...others] = findChangePoints(makeSeries(seed, { level: step(60, ratio), sd: 0.01 }))
      expect(others).toEqual([])
      expect(Math.abs((cut ?? 0) - 60)).toBeLessThanOrEqual(1)
    }
})

test('at most 3 of 100 flat series raise an alarm', () => {
  const alarms = Array.from({ length: 100 }, (_, seed) => findChangePoints(makeSeries(seed, { sd: 0.05 })))
  expect(alarms.filter((cuts) => cuts.length > 0).length).toBeLessThanOrEqual(3)
})

test('one outlier of 20% is not a change', () => {
  const alarms = Array.from({ length: 50 }, (_, seed) =>
    findChangePoints(makeSeries(seed, { level: (i) => (i === 40 ? 1.2 : 1), sd: 0.01 })),
  )
  expect(alarms.filter((cuts) => cuts.length > 0).length).toBeLessThanOrEqual(2)
})

test('a change at the last two points is pending, and one at the last three is reported', () => {
  const [pending, confirmed] = [99, 100].map((count) =>
    Array.from({ length: 50 }, (_, seed) =>
      findChangePoints(makeSeries(seed, { level: step(97, 0.8), sd: 0.01 }).slice(0, count)),
    ),
  )
  expect(pending?.filter((cuts) => cuts.length > 0).length).toBeLessThanOrEqual(5)
  expect(confirmed?.every((cuts) => cuts.at(-1) === 97)).toBe(true)
})

test('a constant, single-valued or short series is accepted', () => {
  expect(findChangePoints(Array.from({ length: 30 }, () => 7))).toEqual([])
  expect(findChangePoints(Array.from({ length: 30 }, (_, i) => (i < 12 ? 7 : 8)))).toEqual([12])
  expect(findChangePoints(Array.from({ length: 30 }, () => 0))).toEqual([])
  expect(findChangePoints(Array.from({ length: 30 }, (_, i) => (i < 12 ? 0 : 8)))).toEqual([12])
  for (const count of [0, 1, 5]) expect(findChangePoints(makeSeries(1, { count }))).toEqual([])
})

const series = fc.array(fc.double({ min: 1, max: 1000, noNaN: true }), { maxLength: 60 })

test('levels have at least three points, for any values', () => {
  fc.assert(
    fc.property(series, (values) => {
      const bounds = [0, ...findChangePoints(values), values.length]
      if (bounds.length > 2)
        for (const [i, end] of bounds.slice(1).entries()) expect(end - (bounds[i] ?? 0)).toBeGreaterThanOrEqual(3)
    }),
  )
})

test('the unit of a metric does not matter', () => {
  for (let seed = 0; seed < 10; seed++) {
    const values = makeSeries(seed, { level: step(30, 1.06) })
    expect(findChangePoints(values.map((value) => value / 1024))).toEqual(findChangePoints(values))
  }
})

test('the cuts of a short series equal a brute-force minimum', () => {
  const values = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 3, maxLength: 13 })
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 40 }), (found, penalty) => {
      const scaled = Float64Array.from(found)
      const all = waysToCut(found.length).map((cuts) => costOf(found, cuts, penalty))
      expect(costOf(found, optimalCuts(scaled, 2, penalty), penalty)).toBeCloseTo(Math.min(...all), 6)
    }),
  )
})

function waysToCut(count: number, from = 0): number[][] {
  const ways: number[][] = [[]]
  for (let cut = from + 3; cut <= count - 3; cut++) for (const rest of waysToCut(count, cut)) ways.push([cut, ...rest])
  return ways
}

function costOf(values: readonly number[], cuts: readonly number[], penalty: number): number {
  const bounds = [0, ...cuts, values.length]
  const squares = bounds.slice(1).map((end, i) => {
    const part = values.slice(bounds[i], end)
    const mean = part.reduce((sum, value) => sum + value, 0) / part.length
    return part.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  })
  return squares.reduce((sum, square) => sum + square, 0) / 2 + penalty * cuts.length
}

test('a new point re-tests the tail and does not affect final changes', () => {
  const values = makeSeries(5, { count: 400, level: (i) => (i < 60 ? 1 : i < 150 ? 1.06 : i < 390 ? 1 : 0.94) })
  const before = findChangePoints(values.slice(0, 380))
  let looked = 0
  const after = retestTail(
    (tail) => {
      looked = tail.length
      return findChangePoints(tail)
    },
    values,
    { known: before, judged: 380 },
  )
  expect(before).toHaveLength(2)
  expect(after.slice(0, 2)).toEqual(before)
  expect(Math.abs((after[2] ?? 0) - 390)).toBeLessThanOrEqual(1)
  expect(looked).toBe(400 - (before[1] ?? 0))
})

test('a large step in a series of 20 releases is a change, not correlated noise', () => {
  const missed = Array.from({ length: 50 }, (_, seed) =>
    findChangePoints(makeSeries(seed, { count: 20, level: step(10, 1.08), sd: 0.01 })),
  ).filter((cuts) => cuts.length === 0)
  expect(missed.length).toBeLessThanOrEqual(2)
})
