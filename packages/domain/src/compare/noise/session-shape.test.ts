import { normalFrom, seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import { noiseFloors } from './noise-floor.ts'
import type { RepeatGroup } from './noise-levels.ts'
import { shapeOfMedians } from './session-shape.ts'

const shape = { kind: 'band', share: 0.1, width: 20, unseen: 0 } as const

test('a median is an outlier if at least half of its repeats are', () => {
  const shareOf = (repeats: number) => shapeOfMedians({ shape, sd: 0.01, repeats }, 0.01).share
  expect(shareOf(1)).toBeCloseTo(0.1, 10)
  expect(shareOf(2)).toBeCloseTo(0.19, 10)
  expect(shareOf(3)).toBeCloseTo(0.028, 10)
  expect(shareOf(5)).toBeCloseTo(0.00856, 10)
})

test('outliers of medians are as far as those of repeats, in units of the noise of medians', () => {
  expect(shapeOfMedians({ shape, sd: 0.01, repeats: 3 }, 0.005).width).toBe(40)
})

/** Eight sessions of two repeats for each of 32 tests, with the noise of one run. */
function sessionsOfTwo(noiseOf: (test: number) => number): RepeatGroup[] {
  return Array.from({ length: 8 * 32 }, (_, at): RepeatGroup => {
    const environment = { hardware: 'h', benchmark: 'b', workload: 'w', test: `t${at % 32}`, group: null, clients: '1' }
    const within = [noiseOf(at % 32), noiseOf(at % 32)]
    return { ...environment, metric: 'qps', degreesOfFreedom: 0, squares: 0, at: 1, logs: [within[0] ?? 0], within }
  })
}

const shapeWithin = (groups: readonly RepeatGroup[]) => groups[0] && noiseFloors(groups).shapeWithin?.(groups[0])

test('two repeats of normal noise in each session show no outliers, and no two regimes if tests differ in noise', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const normal = normalFrom(seededRandom(seed))
    expect(shapeWithin(sessionsOfTwo(() => 0.015 * normal())), `seed ${seed}`).toBeUndefined()
    const uneven = shapeWithin(sessionsOfTwo((at) => (at < 16 ? 0.06 : 0.01) * normal()))
    expect(uneven?.shape.kind === 'band' && uneven.shape.share > 0.15, `seed ${seed}`).toBe(false)
  }
})

test('two regimes are found with their share, although two repeats of a session rarely show both', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const random = seededRandom(seed)
    const normal = normalFrom(random)
    const found = shapeWithin(sessionsOfTwo(() => 0.007 * normal() - (random() < 0.3 ? 0.05 : 0)))
    expect(found?.shape.kind, `seed ${seed}`).toBe('band')
    expect(found?.shape.share, `seed ${seed}`).toBeGreaterThan(0.2)
    expect((found?.shape.width ?? 0) * (found?.sd ?? 0), `seed ${seed}`).toBeCloseTo(0.05, 1)
  }
})

test('repeats that mostly agree to the last digit show no outliers', () => {
  const random = seededRandom(1)
  expect(() => shapeWithin(sessionsOfTwo(() => (random() < 0.1 ? 0.01 * random() : 0)))).not.toThrow()
  expect(shapeWithin(sessionsOfTwo(() => 0))).toBeUndefined()
})

test('repeats without start times count as one session, whose median is an outlier only if half of its repeats are', () => {
  const random = seededRandom(1)
  const normal = normalFrom(random)
  const noise = () => 0.01 * normal() - (random() < 0.05 ? 0.22 : 0)
  const groups = sessionsOfTwo(noise).map((group): RepeatGroup => {
    const within = Array.from({ length: 5 }, noise)
    return { ...group, logs: within, within, degreesOfFreedom: 4, squares: 4e-4, isUnstated: true }
  })
  const found = shapeWithin(groups)
  expect(found?.repeats).toBe(5)
  expect(found && shapeOfMedians(found, 0.005).share).toBeLessThan(0.005)
})
