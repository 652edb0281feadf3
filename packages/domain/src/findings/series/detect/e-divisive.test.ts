import { makeSeries } from '@assay/testing/findings/make-series'
import { expect, test } from 'vitest'
import { AS_OTAVA, findEDivisive } from './e-divisive.ts'
import { energySplit, pairDistances } from './energy-split.ts'

// The example in the documentation of apache-otava 0.8 (examples/csv/data/local_sample.csv, docs/BASICS.md), which
// reports one change, of metric2 at the seventh point, by -12.9%.
const METRIC_1 = [154023, 138455, 143112, 149190, 132098, 151344, 155145, 148889, 149466, 148209]
const METRIC_2 = [10.43, 10.23, 10.29, 10.91, 10.34, 10.69, 9.23, 9.11, 9.13, 9.03]

test('the example series of apache-otava have the changes that it reports, with its options and ours', () => {
  for (const options of [AS_OTAVA, {}]) {
    expect(findEDivisive(METRIC_1, options)).toEqual([])
    expect(findEDivisive(METRIC_2, options)).toEqual([6])
  }
})

// Results of apache-otava 0.8.0 (window 50, p 0.001) for the same figures.
test.each([
  [1, [28, 70]],
  [2, [30, 70]],
  [3, [30, 70]],
  [4, [30, 70]],
])('series %i has the changes that apache-otava finds', (seed, cuts) => {
  const level = (i: number) => (i < 30 ? 1 : i < 70 ? 1.05 : 0.98)
  expect(findEDivisive(makeSeries(seed, { level }), AS_OTAVA)).toEqual(cuts)
})

test('a change must be 5% by default', () => {
  const values = makeSeries(1, { level: (i) => (i < 50 ? 1 : 0.97), sd: 0.005 })
  expect(findEDivisive(values)).toEqual([])
  expect(findEDivisive(values, { minChange: 0.02 })).toEqual([50])
})

test('the energy of a split equals its definition', () => {
  const values = [1, 2, 1.5, 7, 8, 7.5]
  const split = energySplit(pairDistances(values), 0, 6, 1)
  const [before, after] = [values.slice(0, 3), values.slice(3)]
  const across = before.flatMap((a) => after.map((b) => Math.abs(a - b))).reduce((sum, d) => sum + d, 0)
  const within = (part: number[]) =>
    part.flatMap((a, i) => part.slice(i + 1).map((b) => Math.abs(a - b))).reduce((sum, d) => sum + d, 0)
  expect(split?.at).toBe(3)
  expect(split?.energy).toBeCloseTo((2 * across - (2 * 3 * within(before)) / 2 - (2 * 3 * within(after)) / 2) / 6, 12)
})

test('equal input gives equal output, and a constant series has no change', () => {
  const values = makeSeries(9, { level: (i) => (i < 40 ? 1 : 1.2) })
  expect(findEDivisive(values)).toEqual(findEDivisive(values))
  expect(findEDivisive(Array.from({ length: 20 }, () => 3))).toEqual([])
  expect(findEDivisive([])).toEqual([])
})
