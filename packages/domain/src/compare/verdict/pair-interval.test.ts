import { seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import type { NoiseShape } from '../noise/noise-shape.ts'
import { NORMAL_SHAPE } from '../noise/noise-shape.ts'
import { pairHalfWidth } from './pair-interval.ts'

const MANY = 1e6
const band: NoiseShape = { kind: 'band', share: 0.05, width: 22, unseen: 0 }

test('with normal noise it is the interval of means, however far apart a pair lies', () => {
  expect(pairHalfWidth(NORMAL_SHAPE, [null, null], MANY)).toBeCloseTo(1.96 * Math.SQRT2, 1)
  for (const gap of [0, 1, 3]) expect(pairHalfWidth(NORMAL_SHAPE, [gap, 1], MANY)).toBeCloseTo(1.96, 0)
})

test('a pair that agrees is known as well as with normal noise, and one with an outlier is not', () => {
  expect(pairHalfWidth(band, [1, 1], MANY)).toBeLessThan(2.2)
  // The location may be that of either value; each is 11 from their center.
  expect(pairHalfWidth(band, [22, 1], MANY)).toBeGreaterThan(11)
})

test('a scale that is known poorly widens it', () => {
  expect(pairHalfWidth(band, [1, 1], 5)).toBeGreaterThan(1.25 * pairHalfWidth(band, [1, 1], MANY))
})

test.each([1, 2])('95 of 100 intervals contain the true difference (seed %i)', (seed) => {
  const random = seededRandom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const value = () => normal() - (random() < 0.05 ? 22 : 0)
  const TABLES = 4000
  let covering = 0
  for (let at = 0; at < TABLES; at += 1) {
    const [a, b, c, d] = [value(), value(), value(), value()]
    const half = pairHalfWidth(band, [Math.abs(a - b), Math.abs(c - d)], MANY)
    if (Math.abs((a + b) / 2 - (c + d) / 2) < half) covering += 1
  }
  // Intervals of pairs with an outlier cover the location for any distance of the outlier, so coverage may be higher;
  // three standard errors are 1%.
  expect(covering / TABLES).toBeGreaterThan(0.94)
  expect(covering / TABLES).toBeLessThan(0.975)
})
