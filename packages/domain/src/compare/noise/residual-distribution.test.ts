import { seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import type { NoiseShape } from './noise-shape.ts'
import { residualExceeds } from './residual-distribution.ts'
import { probabilityBelow, runDistribution } from './shape-distribution.ts'

/** The same integral with a search of its own for each limit, instead of one pass over both. */
function searched(shape: NoiseShape, distance: number): number {
  const one = runDistribution(shape)
  let sum = 0
  for (let at = 1; at < one.edges.length; at += 1) {
    const mass = (one.below[at] ?? 0) - (one.below[at - 1] ?? 0)
    const middle = ((one.edges[at] ?? 0) + (one.edges[at - 1] ?? 0)) / 2
    const [low, high] = [probabilityBelow(one, middle - distance), probabilityBelow(one, middle + distance)]
    if (mass >= 1e-12) sum += mass * (low ** 2 + (1 - high) ** 2)
  }
  return Math.min(1, 1.5 * sum)
}

test('probabilities of residuals are the same to the last bit as with a search for each limit', () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = seededRandom(seed)
  for (let i = 0; i < 60; i += 1) {
    const shape: NoiseShape = {
      kind: random() < 0.5 ? 'band' : 'spread',
      share: random() < 0.2 ? 0 : 0.4 * random(),
      width: 1 + 30 * random(),
      ...(random() < 0.5 ? { unseen: 0 } : { unseen: 0.02 * random(), reach: 3 + 20 * random() }),
    }
    const exceeds = residualExceeds(shape)
    // Distances are not sorted, so nothing may depend on the one before.
    for (const distance of [30 * random(), random(), 0, 300 * random()]) {
      expect(exceeds(distance), `seed ${seed}, ${JSON.stringify(shape)}`).toBe(searched(shape, distance))
    }
  }
})
