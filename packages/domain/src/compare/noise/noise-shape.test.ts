import { seededRandom } from '@assay/testing/seeded-random'
import { expect, test, vi } from 'vitest'
import { nullDistribution } from '../verdict/null-distribution.ts'
import { fitShape, NORMAL_SHAPE, type NoiseShape } from './noise-shape.ts'
import { GRID, sizeOfStep } from './step-grid.ts'

const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const middle = (values: number[]) => {
  values.sort((a, b) => a - b)
  const half = values.length / 2
  return ((values[Math.ceil(half) - 1] ?? 0) + (values[Math.floor(half)] ?? 0)) / 2
}
const outliers: NoiseShape = { kind: 'band', share: 0.1, width: 16, unseen: 0 }
const draw = ({ share, width }: NoiseShape, random: () => number) =>
  random() < share ? -width * (0.7 + 0.7 * random()) : normal(random)

const sizesOf = (shape: NoiseShape, count: number, random: () => number) =>
  Array.from({ length: count }, () => [sizeOfStep(draw(shape, random) - draw(shape, random)), 1] as const)

test('normal differences have a normal shape, and outliers are found with their share and distance', () => {
  const random = seededRandom(1)
  expect(fitShape(sizesOf(NORMAL_SHAPE, 300, random)).shape).toEqual(NORMAL_SHAPE)
  const { shape, factor } = fitShape(sizesOf(outliers, 300, random))
  expect(shape.share).toBeGreaterThan(0.05)
  expect(shape.share).toBeLessThan(0.2)
  expect(shape.width).toBeGreaterThan(10)
  expect(factor).toBeGreaterThan(0.75)
  expect(factor).toBeLessThan(1.3)
})

test('after few differences no distance is impossible', () => {
  const { shape } = fitShape(sizesOf(outliers, 100, seededRandom(2)))
  const { exceeds } = nullDistribution(shape, 1, 1)
  expect(exceeds(shape.reach ?? 0)).toBeGreaterThan(1 / 102)
  // Beyond the largest observed distance the probability falls nearly with the third power of the distance; the noise
  // of the other run adds a little.
  for (const far of [200, 2_000]) expect(exceeds(far) / exceeds(2 * far)).toBeCloseTo(8, 0)
  expect(nullDistribution(shape, 3, 3).exceeds(1_000)).toBeGreaterThan(0)
})

test.each([
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 4],
  [2, 5],
])('the difference of the medians of %i and %i values is as far from 0 as in simulation', (own, base) => {
  const random = seededRandom(own + 10 * base)
  const median = (count: number) => middle(Array.from({ length: count }, () => draw(outliers, random)))
  const distances = Array.from({ length: 4_000 }, () => Math.abs(median(own) - median(base)))
  const { exceeds, distanceOf } = nullDistribution(outliers, own, base)
  for (const distance of [0.5, 1, 2, 6]) {
    const share = distances.filter((one) => one > distance).length / distances.length
    expect(Math.abs(exceeds(distance) - share)).toBeLessThan(0.03)
  }
  expect(exceeds(distanceOf(0.3))).toBeCloseTo(0.3, 3)
})

test('normal noise has the distribution of the difference of two means', () => {
  // P(|Z| > 1.96) = 0.05, and the difference of two values has sqrt(2) times their standard deviation.
  expect(nullDistribution(NORMAL_SHAPE, 1, 1).exceeds(1.959964 * Math.SQRT2)).toBeCloseTo(0.05, 5)
  expect(nullDistribution(NORMAL_SHAPE, 4, 4).distanceOf(0.05)).toBeCloseTo(1.959964 * Math.SQRT1_2, 5)
})

test('a fit does not depend on what was fitted before, although probabilities are computed on demand', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = seededRandom(seed)
  const samples = Array.from({ length: 6 }, () => {
    const shape: NoiseShape = { kind: 'band', share: 0.3 * random(), width: 4 + 20 * random(), unseen: 0 }
    return sizesOf(shape, 60 + Math.floor(200 * random()), random)
  })
  for (const kind of ['residuals', 'differences'] as const) {
    const together = samples.map((sizes) => fitShape(sizes, kind))
    for (const [at, sizes] of samples.entries()) {
      vi.resetModules()
      const alone = await import('./noise-shape.ts')
      expect(alone.fitShape(sizes, kind), `seed ${seed}, sample ${at}`).toStrictEqual(together[at])
    }
  }
})

test('the likelihood of a fit is the sum over all distances of ln of their probability', () => {
  const random = seededRandom(11)
  const sizes = sizesOf(outliers, 400, random)
  const { shape, factor, likelihood } = fitShape(sizes)
  expect(shape.share).toBeGreaterThan(0)
  const { exceeds } = nullDistribution({ ...shape, unseen: 0 }, 1, 1)
  const edge = (size: number) => exceeds(Math.exp((size - 0.5) * GRID) / factor)
  const sum = sizes.reduce((total, [size]) => total + Math.log(Math.max(1e-12, edge(size) - edge(size + 1))), 0)
  expect(likelihood).toBeCloseTo(sum, 6)
})
