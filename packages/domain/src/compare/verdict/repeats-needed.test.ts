import { seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import type { NoiseShape } from '../noise/noise-shape.ts'
import { ratioInterval } from './ratio-confidence-interval.ts'
import { repeatsNeeded } from './repeats-needed.ts'
import type { Noise } from './verdict.ts'

const LIMITS = { worse: 0.95, better: 1.05 }
/** The narrower band as a logarithm. */
const CHANGE = Math.log(LIMITS.better)
const OUTLIERS: NoiseShape = { kind: 'band', share: 0.05, width: 8, unseen: 0.0005, reach: 11 }

const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

function draw(shape: NoiseShape | undefined, random: () => number): number {
  if (shape === undefined || random() >= shape.share) return normal(random)
  return -shape.width * (0.7 + 0.7 * random())
}

/** Share of cells with n repeats on each side whose interval excludes 1 if the true change is that of the band. */
function power(noise: Noise, n: number, random: () => number): number {
  const side = (shift: number) => ({
    logs: Array.from({ length: n }, () => shift + noise.sd * draw(noise.shape, random)),
    areRepeats: true,
    floor: noise,
    within: null,
  })
  const repetitions = 3_000
  let found = 0
  for (let at = 0; at < repetitions; at += 1) {
    const interval = ratioInterval(side(CHANGE), side(0))?.interval
    if (interval != null && interval.low > 1) found += 1
  }
  return found / repetitions
}

test.each([
  ['1.5%', { source: 'machine', sd: 0.015, degreesOfFreedom: 500 }],
  ['3%', { source: 'machine', sd: 0.03, degreesOfFreedom: 500 }],
  ['3%, known from few repeats', { source: 'machine', sd: 0.03, degreesOfFreedom: 12 }],
  ['5%', { source: 'machine', sd: 0.05, degreesOfFreedom: 500 }],
  ['1.5% with outliers', { source: 'machine', sd: 0.015, degreesOfFreedom: 500, shape: OUTLIERS }],
] satisfies [string, Noise][])(
  'with noise of %s the count that has a power of 80%% is right within one',
  (_words, noise) => {
    const random = seededRandom(11)
    const count = repeatsNeeded(noise, LIMITS) ?? 0
    expect(count).toBeGreaterThan(1)
    expect(power(noise, count + 1, random)).toBeGreaterThanOrEqual(0.79)
    expect(power(noise, count - 2, random)).toBeLessThan(0.8)
  },
)
