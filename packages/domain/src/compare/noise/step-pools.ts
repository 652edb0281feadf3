import { NOISE_LEVELS, type NoiseLevel, poolKey } from './noise-levels.ts'
import type { PairSteps } from './pair-steps.ts'
import { GRID, NO_STEP } from './step-grid.ts'

/** Standard deviation of a normal distribution divided by its median absolute deviation. */
const SD_OF_MAD = 1.4826
/** Efficiency of the median absolute deviation, relative to the standard deviation of as many normal values. */
const EFFICIENCY = 0.37

/** Steps of one pool, counted by size on the grid of `pairSteps`. */
export type StepPool = [key: string[], counts: [size: number, count: number][], more?: PoolFacts]

/**
 * `factor` is the mean factor of the medians (`Noise`). `maxDegrees` comes from `degreesOfReleases`; absent without a
 * limit.
 */
export type PoolFacts = { factor: number; maxDegrees?: number }

/** A standard deviation of ln(value) with its degrees of freedom. */
export type KnownSd = { sd: number; degreesOfFreedom: number }

/**
 * Degrees of freedom are rounded to this grid, so that one more step rarely changes a floor and the verdicts that use
 * it.
 */
export const DEGREES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 100]

/** The steps of one pool while they are collected. */
export type Steps = {
  level: NoiseLevel
  machine: string
  group: string
  counts: Map<number, number>
  /** Sum over all steps. */
  factors: number
  releases: number
  last: PairSteps | null
}

const emptyPool = (level: NoiseLevel, machine: string, group: string): Steps => {
  return { level, machine, group, counts: new Map(), factors: 0, releases: 0, last: null }
}

/** Pools steps between releases by test, group and machine. */
export function stepsByPool(
  environment: { hardware: string; benchmark: string; workload: string },
  releases: readonly PairSteps[],
  groupOf: (test: string) => string | null,
): Map<string, Steps> {
  const pools = new Map<string, Steps>()
  const poolsOf = oncePerStep(({ test, clients, metric }) => {
    const own = { ...environment, test, group: groupOf(test), clients, metric }
    const machine = poolKey(own, 'machine') ?? ''
    const inGroup = poolKey(own, 'group') ?? machine
    return NOISE_LEVELS.flatMap((level) => {
      const key = poolKey(own, level)
      if (key === null) return []
      const pool = pools.get(key) ?? emptyPool(level, machine, inGroup)
      pools.set(key, pool)
      return [pool]
    })
  })
  for (const release of releases) {
    for (const [test, clients, sizes, , , factor = 1] of release.lines) {
      for (const [at, metric] of release.metrics.entries()) {
        const size = sizes[at] ?? null
        if (size === null) continue
        for (const pool of poolsOf({ test, clients, metric })) {
          pool.factors += factor
          pool.counts.set(size, (pool.counts.get(size) ?? 0) + 1)
          if (pool.last !== release) pool.releases += 1
          pool.last = release
        }
      }
    }
  }
  return pools
}

export const listed = (counts: ReadonlyMap<number, number>): StepPool[1] => [...counts].sort(bySize)

const bySize = ([a]: StepPool[1][number], [b]: StepPool[1][number]) => a - b

/** The median step as a standard deviation; null if half of the steps are zero, and for too few steps. */
export function floorOf(counts: StepPool[1]): KnownSd | null {
  const sorted = [...counts].sort(bySize)
  const steps = sorted.reduce((sum, [, count]) => sum + count, 0)
  const degreesOfFreedom = DEGREES.findLast((degrees) => degrees <= steps * EFFICIENCY)
  let before = 0
  for (const [size, count] of sorted) {
    before += count
    if (before * 2 < steps) continue
    // A step is the difference of two values with equal noise.
    return size === NO_STEP || degreesOfFreedom === undefined
      ? null
      : { sd: (Math.exp(size * GRID) * SD_OF_MAD) / Math.SQRT2, degreesOfFreedom }
  }
  return null
}

type StepKey = { test: string; clients: string; metric: string }

/** Caches a result for each test, clients and metric, because a scan requests each of them once per release. */
export function oncePerStep<T>(answer: (key: StepKey) => T): (key: StepKey) => T {
  const cache = new Map<string, Map<string, Map<string, T>>>()
  return (key) => {
    const ofTest = cache.get(key.test) ?? new Map<string, Map<string, T>>()
    if (ofTest.size === 0) cache.set(key.test, ofTest)
    const ofClients = ofTest.get(key.clients) ?? new Map<string, T>()
    if (ofClients.size === 0) ofTest.set(key.clients, ofClients)
    const found = ofClients.get(key.metric)
    if (found !== undefined) return found
    const made = answer(key)
    ofClients.set(key.metric, made)
    return made
  }
}

/** Rounded to the grid of steps. */
export const factorOf = ({ factors, counts }: Steps) =>
  Number((factors / [...counts.values()].reduce((sum, count) => sum + count, 0)).toPrecision(2))
