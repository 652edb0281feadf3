import { seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import { momentsOf } from '../../stats/moments.ts'
import { sampleNoise } from './sample-noise.ts'

const series = (values: (number | null)[]) => ({ intervalSeconds: 1, startSeconds: 1, values })

/** Values around 1000 with correlation `rho` between neighbors. */
function samples(count: number, rho: number, random: () => number): number[] {
  let state = 0
  return Array.from({ length: count }, () => {
    const shock = (random() + random() + random() - 1.5) * 2
    state = rho * state + Math.sqrt(1 - rho ** 2) * shock
    return 1000 + 50 * state
  })
}

test.each([0, 0.6])('the noise is that of averages of many runs whose samples correlate by %f', (rho) => {
  const random = seededRandom(3)
  const runs = Array.from({ length: 200 }, () => samples(900, rho, random))
  const averages = runs.map((run) => momentsOf(run).mean)
  const { mean, squares, count } = momentsOf(averages)
  const truth = Math.sqrt(squares / (count - 1)) / mean
  const found = runs.map((run, i) => sampleNoise(series(run), averages[i] ?? 0)?.sd ?? Number.NaN)
  const ratio = momentsOf(found).mean / truth
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(1.15)
})

test('there is no estimate from few samples, samples of something else, or constant ones', () => {
  const random = seededRandom(5)
  expect(sampleNoise(series(samples(120, 0, random)), 1000)).toBe(null)
  expect(sampleNoise(series(samples(121, 0, random)), 1000)).toMatchObject({ source: 'samples', degreesOfFreedom: 10 })
  expect(sampleNoise(series(samples(400, 0, random)), 500)).toBe(null)
  expect(sampleNoise(series(Array(400).fill(1000)), 1000)).toBe(null)
})

test('a declared warm-up is left out', () => {
  const warm = [...Array<number>(100).fill(10), ...samples(400, 0, seededRandom(9))]
  expect(sampleNoise(series(warm), 1000)).toBe(null)
  expect(sampleNoise(series(warm), 1000, 100)?.sd).toBeLessThan(0.01)
})
