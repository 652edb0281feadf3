import { seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import { AGREES_WITHIN, agreementNulls } from './agreeing-null.ts'
import type { NoiseShape } from './noise-shape.ts'
import { nullDistribution } from './null-distribution.ts'

const normal: NoiseShape = { kind: 'spread', share: 0, width: 1, unseen: 0.002, reach: 3 }
const spread: NoiseShape = { kind: 'spread', share: 0.05, width: 8, unseen: 0.002, reach: 20 }
const band: NoiseShape = { kind: 'band', share: 0.05, width: 20, unseen: 0.002, reach: 22 }

test('runs that agree with a neighbor are hardly ever outliers, and the others often are', () => {
  for (const shape of [normal, spread, band]) {
    const usual = nullDistribution(shape, 1, 1)
    const { agreeing, bound, other } = agreementNulls(shape)
    for (const distance of [6, 10, 15, 25]) {
      expect(agreeing.exceeds(distance)).toBeLessThan(usual.exceeds(distance) / 5)
      expect(other.exceeds(distance)).toBeGreaterThan(usual.exceeds(distance) * 2)
      // The estimate may exceed the frequency of pairs of outliers, and must never be below it.
      expect(bound.exceeds(distance)).toBeGreaterThan(agreeing.exceeds(distance) * 0.99)
      expect(bound.exceeds(distance)).toBeLessThan(usual.exceeds(distance))
    }
  }
})

test('outliers that were never seen leave what a core value may be to the core', () => {
  const { exceeds } = nullDistribution(normal, 1, 1)
  const core = nullDistribution({ kind: 'spread', share: 0, width: 1, unseen: 0 }, 1, 1)
  // Either of the two runs may be an outlier of 0.2%, which falls with the third power beyond a distance of 3.
  for (const distance of [4, 5, 6, 8]) {
    expect(exceeds(distance)).toBeGreaterThan(core.exceeds(distance))
    expect(exceeds(distance)).toBeLessThan(core.exceeds(distance) + 2 * 0.002)
  }
})

test.each([1, 2])('95 of 100 differences of each kind lie within its distance (seed %i)', (seed) => {
  const random = seededRandom(seed)
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const run = () => gauss() + (random() < 0.05 ? 8 * Math.log(1 - random()) : 0)
  const { agreeing, other } = agreementNulls(spread)
  const within = { agreeing: agreeing.distanceOf(0.05), other: other.distanceOf(0.05) }
  const count = { agreeing: 0, other: 0, agreeingWithin: 0, otherWithin: 0 }
  const agrees = (value: number) => [run(), run()].some((neighbor) => Math.abs(neighbor - value) <= AGREES_WITHIN)
  for (let at = 0; at < 40_000; at += 1) {
    const [a, b] = [run(), run()]
    const kind = agrees(a) && agrees(b) ? 'agreeing' : 'other'
    count[kind] += 1
    if (Math.abs(a - b) < within[kind]) count[`${kind}Within`] += 1
  }
  expect(count.agreeingWithin / count.agreeing).toBeGreaterThan(0.94)
  expect(count.agreeingWithin / count.agreeing).toBeLessThan(0.96)
  expect(count.otherWithin / count.other).toBeGreaterThan(0.93)
  expect(count.otherWithin / count.other).toBeLessThan(0.97)
})
