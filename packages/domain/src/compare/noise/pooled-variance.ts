import { median } from '../../stats/median.ts'
import { varianceRatioP } from '../../stats/student-t.ts'
import type { Noise } from '../verdict/verdict.ts'
import { type Prior, sharedVariance, variancePriors } from './empirical-bayes-variance.ts'
import {
  MIN_DEGREES_OF_FREEDOM,
  NOISE_LEVELS,
  type NoiseKey,
  type NoiseLevel,
  poolKey,
  type RepeatGroup,
} from './noise-levels.ts'
import { SD_OF_MEDIAN_STEP, stepsOf } from './session-shape.ts'

/** Minimum degrees of freedom of a floor, if no level reaches MIN_DEGREES_OF_FREEDOM. */
const MIN_DEGREES = 2

/**
 * A test is noisier than its group if its spread has less than this probability. It then has its own floor, with few
 * degrees of freedom, because the floor of the group would make its noise look like a change.
 */
const CLEARLY_NOISIER = 0.01

/**
 * Standard deviations of ln(value), pooled over repeats of the same build and config: s^2 = sum of squares / sum of
 * degrees of freedom. A test is one on a machine with its workload and clients; a group is all tests of that group in
 * the workload; the machine is all of the benchmark on it. Repeats that agree to the last digit do not show noise, so a
 * floor of 0 is not used.
 *
 * If enough tests of a machine were repeated, the variance of each is weighted with those of its group by their
 * similarity (empirical-bayes-variance.ts): a few repeats of one test estimate its noise too poorly to distinguish one
 * changed cell from hundreds of others, and a group whose tests differ is not an estimate for any one of them.
 *
 * @param isCore takes scales from the median difference between repeats, which outliers do not change.
 */
export function pooledFloors(
  groups: readonly RepeatGroup[],
  isCore: boolean,
): { at(noiseKey: NoiseKey): Noise | null } {
  const pools = new Map<string, Pool>()
  const steps = new Map<string, number[]>()
  for (const group of groups) {
    const {
      degreesOfFreedom,
      squares,
      logs: _logs,
      runs: _runs,
      within: _within,
      isUnstated: _isUnstated,
      ...noiseKey
    } = group
    if (degreesOfFreedom === 0) continue
    for (const source of NOISE_LEVELS) {
      const key = poolKey(noiseKey, source)
      if (key === null) continue
      const pool = pools.get(key) ?? { source, noiseKey, degreesOfFreedom: 0, squares: 0 }
      pool.squares += squares
      pool.degreesOfFreedom += degreesOfFreedom
      pools.set(key, pool)
      if (!isCore) continue
      const known = steps.get(key) ?? []
      steps.set(key, known)
      for (const step of stepsOf(group)) known.push(step)
    }
  }
  const used = isCore ? new Map([...pools].map(([key, pool]) => [key, corePool(pool, steps.get(key) ?? [])])) : pools
  const floors = new Map<string, Noise>()
  for (const [key, { source, squares, degreesOfFreedom }] of used) {
    if (squares <= 0) continue
    floors.set(key, { source, sd: rounded(Math.sqrt(squares / degreesOfFreedom)), degreesOfFreedom })
  }
  const shared = sharedFloors(used)
  return { at: (noiseKey) => firstKnown(floors, shared, noiseKey) }
}

/** Efficiency of a median of distances, relative to the standard deviation of as many normal values. */
const EFFICIENCY = 0.37

/** A pool with the variance of its core: the squared median step, with the few degrees of freedom of a median. */
function corePool(pool: Pool, steps: readonly number[]): Pool {
  const middle = median(steps)
  if (middle === null || middle === 0) return pool
  const degreesOfFreedom = Math.max(1, EFFICIENCY * steps.length)
  return { ...pool, degreesOfFreedom, squares: degreesOfFreedom * (middle * SD_OF_MEDIAN_STEP) ** 2 }
}

type Pool = { source: NoiseLevel; noiseKey: NoiseKey; degreesOfFreedom: number; squares: number }

/**
 * Floors by key of a test, weighted with those of its group. The floor by key of a group is for tests without repeats,
 * which may be as noisy as any of them.
 */
function sharedFloors(pools: ReadonlyMap<string, Pool>): Map<string, Noise> {
  const tests = [...pools].flatMap(([key, { source, noiseKey, degreesOfFreedom, squares }]) => {
    const machine = poolKey(noiseKey, 'machine')
    if (source !== 'test' || machine === null || squares <= 0) return []
    return [{ key, machine, group: poolKey(noiseKey, 'group') ?? machine, degreesOfFreedom, squares }]
  })
  const floors = new Map<string, Noise>()
  const add = (key: string, source: Noise['source'], variance: number, degreesOfFreedom: number) =>
    floors.set(key, { source, sd: rounded(Math.sqrt(variance)), degreesOfFreedom: rounded(degreesOfFreedom) })
  for (const members of Map.groupBy(tests, ({ machine }) => machine).values()) {
    const priors = variancePriors(members)
    for (const { key, group, ...own } of members) {
      const prior = priors.get(group)
      if (prior === undefined) continue
      if (standsApart(own, prior)) {
        add(key, 'test', own.squares / own.degreesOfFreedom, own.degreesOfFreedom)
        continue
      }
      const { variance, degreesOfFreedom } = sharedVariance(own, prior)
      add(key, 'alike', variance, degreesOfFreedom)
    }
    for (const [group, { variance, degreesOfFreedom, atMost }] of priors)
      if (degreesOfFreedom < atMost && !floors.has(group)) add(group, levelOf(pools, group), variance, degreesOfFreedom)
  }
  return floors
}

const levelOf = (pools: ReadonlyMap<string, Pool>, key: string) => pools.get(key)?.source ?? 'machine'

/** A test that is clearly noisier than the others of its group is not weighted with them. */
const standsApart = (
  own: { squares: number; degreesOfFreedom: number },
  { variance, degreesOfFreedom, atMost }: Prior,
) =>
  varianceRatioP(
    own.squares / own.degreesOfFreedom / variance,
    own.degreesOfFreedom,
    Math.min(degreesOfFreedom, atMost),
  ) < CLEARLY_NOISIER

/** Rounded, because the last digits of sums depend on the order of runs, which results must not. */
export const rounded = (value: number) => Number(value.toPrecision(10))

/** The first level with enough degrees of freedom, unless a narrower one is clearly noisier. */
function firstKnown(
  floors: ReadonlyMap<string, Noise>,
  shared: ReadonlyMap<string, Noise>,
  noiseKey: NoiseKey,
): Noise | null {
  const narrower: Noise[] = []
  for (const level of NOISE_LEVELS) {
    const key = poolKey(noiseKey, level)
    if (key === null) continue
    const weighted = shared.get(key)
    if (weighted !== undefined) return weighted
    const floor = floors.get(key)
    if (floor === undefined) continue
    if (floor.degreesOfFreedom >= MIN_DEGREES_OF_FREEDOM) return narrower.find((own) => isNoisier(own, floor)) ?? floor
    narrower.push(floor)
  }
  const widest = narrower.reduce<Noise | null>(
    (best, one) => (one.degreesOfFreedom > (best?.degreesOfFreedom ?? 0) ? one : best),
    null,
  )
  return widest === null || widest.degreesOfFreedom < MIN_DEGREES ? null : widest
}

const isNoisier = (own: Noise, floor: Noise) =>
  varianceRatioP((own.sd / floor.sd) ** 2, own.degreesOfFreedom, floor.degreesOfFreedom) < CLEARLY_NOISIER
