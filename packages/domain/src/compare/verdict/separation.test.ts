import { seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import type { NoiseShape } from '../noise/noise-shape.ts'
import { bestSeparation } from './separation.ts'

const OUTLIERS: NoiseShape = { kind: 'band', share: 0.05, width: 20, unseen: 0.0005, reach: 22 }
const SPREAD: NoiseShape = { kind: 'spread', share: 0.1, width: 4, unseen: 0.0005, reach: 16 }
const EVEN: NoiseShape = { kind: 'spread', share: 0, width: 1, unseen: 0.0005, reach: 4 }

const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

function draw({ kind, share, width }: NoiseShape, random: () => number): number {
  if (random() >= share) return normal(random)
  return kind === 'band' ? -width * (0.7 + 0.7 * random()) : width * Math.log(1 - random())
}

test.each([
  ['outliers of a band', OUTLIERS, 2, 2],
  ['outliers of a band', OUTLIERS, 5, 5],
  ['spread outliers', SPREAD, 3, 3],
  ['spread outliers', SPREAD, 3, 6],
] satisfies [string, NoiseShape, number, number][])(
  'samples with %s are separated as often as in simulation (%#)',
  (_name, shape, own, base) => {
    const random = seededRandom(own + 10 * base)
    const found = bestSeparation(shape, own, base)
    if (found === null) throw new Error('the rank of a separation was expected to find smaller changes')
    const sample = (count: number) => Array.from({ length: count }, () => draw(shape, random)).sort((a, b) => a - b)
    const distances = Array.from({ length: 20_000 }, () => {
      const [a, b] = [sample(own), sample(base)]
      const from = (low: number[], high: number[]) => (high[found.rank - 1] ?? 0) - (low[low.length - found.rank] ?? 0)
      return Math.max(from(a, b), from(b, a))
    })
    for (const distance of [0, 1, 2]) {
      const share = distances.filter((one) => one > distance).length / distances.length
      const expected = found.exceeds(distance)
      expect(Math.abs(expected - share)).toBeLessThan(0.01 + 0.1 * share)
    }
  },
)

test('one value on a side, many values, and noise without outliers are judged by their medians', () => {
  expect(bestSeparation(OUTLIERS, 1, 5)).toBeNull()
  expect(bestSeparation(OUTLIERS, 30, 30)).toBeNull()
  expect(bestSeparation(EVEN, 10, 10)).toBeNull()
})
