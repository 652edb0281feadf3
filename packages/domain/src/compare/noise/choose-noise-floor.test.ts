import { expect, test } from 'vitest'
import type { Noise } from '../verdict/verdict.ts'
import { chooseNoiseFloor } from './choose-noise-floor.ts'
import type { NoiseFloors } from './noise-floor.ts'

const environment = {
  hardware: 'h',
  benchmark: 'b',
  workload: 'w',
  test: 't',
  group: null,
  clients: '1',
  metric: 'qps',
}
const repeats = (sd: number, areStated: boolean): NoiseFloors => {
  const noise: Noise = { source: 'test', sd, degreesOfFreedom: 200 }
  return { at: () => noise, areSessionsStated: () => areStated }
}
const releases = (sd: number, factor = 1): NoiseFloors => {
  const noise: Noise = { source: 'neighbours', sd, degreesOfFreedom: 50, factor }
  return { at: () => noise }
}

test('repeats without start times share a session if releases differ more', () => {
  const noise = chooseNoiseFloor(repeats(0.01, false), releases(0.02, 0.5)).at(environment)
  // Half of 4e-4 - 1e-4 is variance between sessions, because the steps are between medians of two repeats.
  expect(noise?.session?.between).toBeCloseTo(1.5e-4, 10)
  expect(noise?.session?.within).toBeCloseTo(1e-4, 10)
  expect(noise?.sd).toBeCloseTo(Math.sqrt(2.5e-4), 10)
})

test('a difference that may be due to chance only widens the noise of repeats without start times', () => {
  expect(chooseNoiseFloor(repeats(0.01, false), releases(0.0108)).at(environment)).toMatchObject({
    source: 'test',
    sd: 0.0108,
  })
  expect(chooseNoiseFloor(repeats(0.01, true), releases(0.0108)).at(environment)).toMatchObject({
    source: 'test',
    sd: 0.01,
  })
  expect(chooseNoiseFloor(repeats(0.01, false), releases(0.009)).at(environment)).toMatchObject({
    source: 'test',
    sd: 0.01,
  })
})

test('releases that differ more do not widen the noise of repeats with known sessions', () => {
  expect(chooseNoiseFloor(repeats(0.01, true), releases(0.03)).at(environment)).toMatchObject({
    source: 'test',
    sd: 0.01,
  })
})

test('both sides of a ratio get the same noise, because they share its degrees of freedom', () => {
  for (const floors of [
    chooseNoiseFloor(repeats(0.01, false), releases(0.0108)),
    chooseNoiseFloor(repeats(0.01, false), releases(0.02, 0.5)),
  ])
    expect(floors.at(environment)).toBe(floors.at(environment))
})

test('outliers within sessions remain possible for medians if releases have shown none', () => {
  const band = { kind: 'band', share: 0.1, width: 20, unseen: 0 } as const
  const within = { shape: band, sd: 0.01, repeats: 3 }
  const single: NoiseFloors = { at: () => null, shapeWithin: () => within }
  const shapeOf = (unseen: number) => {
    const shape = { kind: 'spread', share: 0, width: 1, unseen, reach: 3 } as const
    const noise: Noise = { source: 'neighbours', sd: 0.005, degreesOfFreedom: 50, shape }
    return chooseNoiseFloor(single, { at: () => noise }).at(environment)?.shape
  }
  expect(shapeOf(0.01)).toMatchObject({ kind: 'band', width: 40, unseen: 0.01, reach: 3 })
  expect(shapeOf(0.01)?.share).toBeCloseTo(0.028, 10)
  // The more releases showed no outlier, the lower is their estimated share.
  expect(shapeOf(0.001)?.share).toBeCloseTo(0.006, 10)
})
