import { seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import { nullDistribution } from '../verdict/null-distribution.ts'
import { AGREES_WITHIN, type Agreement, agreementBound, agreementNull } from './neighbor-agreement.ts'
import type { NoiseShape } from './noise-shape.ts'

const normal: NoiseShape = { kind: 'spread', share: 0, width: 1, unseen: 0.002, reach: 3 }
const spread: NoiseShape = { kind: 'spread', share: 0.05, width: 8, unseen: 0.002, reach: 20 }
const band: NoiseShape = { kind: 'band', share: 0.05, width: 20, unseen: 0.002, reach: 22 }

const agreeing: Agreement = { agrees: true, neighbors: 2 }
const other: Agreement = { agrees: false, neighbors: 2 }

test('runs that agree with a neighbor are hardly ever outliers, and the others often are', () => {
  for (const shape of [spread, band]) {
    const usual = nullDistribution(shape, 1, 1)
    const [both, one] = [agreementNull(shape, agreeing, agreeing), agreementNull(shape, other, agreeing)]
    const bound = agreementBound(shape)
    for (const distance of [6, 10, 15]) {
      expect(both.exceeds(distance)).toBeLessThan(usual.exceeds(distance) / 5)
      expect(one.exceeds(distance)).toBeGreaterThan(usual.exceeds(distance) * 2)
      // The bound may exceed the frequency of pairs of outliers, but must never be below it.
      expect(bound.exceeds(distance)).toBeGreaterThan(both.exceeds(distance) * 0.99)
      expect(bound.exceeds(distance)).toBeLessThan(usual.exceeds(distance))
    }
  }
})

test('outliers that were never seen leave what a core value may be to the core', () => {
  const { exceeds } = nullDistribution(normal, 1, 1)
  const core = nullDistribution({ kind: 'spread', share: 0, width: 1, unseen: 0 }, 1, 1)
  // Each of the two runs may be one of 0.2% outliers, whose probability falls with the third power beyond a distance of
  // 3.
  for (const distance of [4, 5, 6, 8]) {
    expect(exceeds(distance)).toBeGreaterThan(core.exceeds(distance))
    expect(exceeds(distance)).toBeLessThan(core.exceeds(distance) + 2 * 0.002)
  }
})

test.each([1, 2])('95 of 100 differences of each kind lie within its distance (seed %i)', (seed) => {
  const random = seededRandom(seed)
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const run = () => gauss() + (random() < 0.05 ? 8 * Math.log(1 - random()) : 0)
  const agreementOf = (value: number, neighbors: 1 | 2): Agreement => {
    const all = Array.from({ length: neighbors }, run)
    return { agrees: all.some((one) => Math.abs(one - value) <= AGREES_WITHIN), neighbors }
  }
  const counts = new Map<string, { all: number; within: number }>()
  for (let at = 0; at < 60_000; at += 1) {
    const [a, b] = [run(), run()]
    const [own, base] = [agreementOf(a, 2), agreementOf(b, 1)]
    const key = `${own.agrees} ${base.agrees}`
    const count = counts.get(key) ?? { all: 0, within: 0 }
    counts.set(key, count)
    count.all += 1
    if (Math.abs(a - b) < agreementNull(spread, own, base).distanceOf(0.05)) count.within += 1
  }
  expect(counts.size).toBe(4)
  for (const [key, { all, within }] of counts) {
    expect(within / all, key).toBeGreaterThan(0.93)
    expect(within / all, key).toBeLessThan(0.97)
  }
})
