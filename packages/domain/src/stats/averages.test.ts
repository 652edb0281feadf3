import fc from 'fast-check'
import { expect, test } from 'vitest'
import { geometricMean } from './geometric-mean.ts'
import { mean } from './mean.ts'
import { median } from './median.ts'
import { quantile } from './quantile.ts'

const sample = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 30 })
const ratios = fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1, maxLength: 30 })

test('quantiles are of type 7 as in R', () => {
  // quantile(c(1, 2, 4, 8, 16), c(0, .1, .25, .5, .9, 1), type = 7)
  const values = [8, 1, 16, 4, 2]
  expect([0, 0.1, 0.25, 0.5, 0.9, 1].map((p) => quantile(values, p))).toEqual([1, 1.4, 2, 4, 12.8, 16])
  expect(median([3, 1, 2, 10])).toBe(2.5)
})

test('an empty sample has no average', () => {
  expect([quantile([], 0.5), median([]), mean([]), geometricMean([])]).toEqual([null, null, null, null])
})

test('the geometric mean of a ratio and its inverse is 1', () => {
  expect(geometricMean([0.5, 2])).toBeCloseTo(1, 12)
  expect(geometricMean([1, 10, 100])).toBeCloseTo(10, 12)
  expect(geometricMean([0, 4])).toBe(0)
  expect(geometricMean([-1, 4])).toBeNull()
})

test('an average lies between the smallest and the largest value', () => {
  fc.assert(
    fc.property(sample, fc.double({ min: 0, max: 1, noNaN: true }), (values, p) => {
      const slack = 1e-9 * Math.max(...values.map(Math.abs))
      for (const average of [quantile(values, p), mean(values)]) {
        expect(average).toBeGreaterThanOrEqual(Math.min(...values) - slack)
        expect(average).toBeLessThanOrEqual(Math.max(...values) + slack)
      }
    }),
  )
})

test('the order of a sample does not matter, to the last bit', () => {
  fc.assert(
    fc.property(
      ratios.chain((values) =>
        fc.tuple(fc.constant(values), fc.shuffledSubarray(values, { minLength: values.length })),
      ),
      ([values, shuffled]) => {
        for (const average of [mean, median, geometricMean]) expect(average(shuffled)).toBe(average(values))
      },
    ),
  )
})
