import { median } from '../../stats/median.ts'
import { varianceRatioP } from '../../stats/student-t.ts'
import { isNormal } from '../verdict/null-distribution.ts'
import type { Noise } from '../verdict/verdict.ts'
import { type Prior, sharedVariance, variancePriors } from './empirical-bayes-variance.ts'
import type { Nearest, ResultKey } from './nearest-release.ts'
import { NOISE_LEVELS, type NoiseKey, type NoiseLevel, poolKey, type RepeatGroup } from './noise-levels.ts'
import { fitShape, type NoiseShape } from './noise-shape.ts'
import { degreesOfRuns } from './run-effect.ts'
import { repeatsWithin, SD_OF_MEDIAN_STEP, type SessionShape, sessionShape, stepsOf } from './session-shape.ts'
import { sizeOfStep } from './step-grid.ts'

/** Minimum degrees of freedom of a level that is preferred to wider ones. */
export const MIN_DEGREES_OF_FREEDOM = 10
/** Minimum degrees of freedom of a floor, if no level reaches MIN_DEGREES_OF_FREEDOM. */
const MIN_DEGREES = 2

/**
 * A test is noisier than its group if its spread has less than this probability. It then has its own floor, with few
 * degrees of freedom, because the floor of the group would make its noise look like a change.
 */
const CLEARLY_NOISIER = 0.01

export type NoiseFloors = {
  /** The noise of the first level with 10 degrees of freedom, else of the level with the most; null below 2. */
  at(noiseKey: NoiseKey): Noise | null
  /** The outliers that repeats of the same session show; absent or undefined if their noise seems normal. */
  shapeWithin?(noiseKey: NoiseKey): SessionShape | undefined
  /** False if some repeats on the machine have no start times, so that their sessions are unknown. */
  areSessionsStated?(noiseKey: NoiseKey): boolean
  /** Distance of ln(value) of a single run from that of the nearer neighboring release; null if unknown. */
  nearest?(resultKey: ResultKey): Nearest | null
}

export const NO_FLOORS: NoiseFloors = { at: () => null }

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
 * If the differences between repeats have outliers (noise-shape.ts), scales are those of the core instead, from the
 * median difference, and include the shape of the outliers. If all tests of a run shift together, the degrees of
 * freedom are those of the runs (run-effect.ts).
 */
export function noiseFloors(groups: readonly RepeatGroup[]): NoiseFloors {
  const plain = pooledFloors(groups, false)
  const core = pooledFloors(groups, true)
  const machines = new Map(
    [...Map.groupBy(groups, (group) => poolKey(group, 'machine') ?? '')].map(([key, members]) => [
      key,
      describeMachine(members, plain, core),
    ]),
  )
  const within = new Map<string, SessionShape | undefined>()
  const unstated = new Set(groups.flatMap((group) => (group.isUnstated ? (poolKey(group, 'machine') ?? []) : [])))
  const byMachine = Map.groupBy(groups, (group) => poolKey(group, 'machine') ?? '')
  // Both sides of a ratio must get the same object, because then they share their degrees of freedom.
  const described = new Map<Noise, Noise>()
  return {
    at(noiseKey) {
      const { shape, factor, maxDegrees } = machines.get(poolKey(noiseKey, 'machine') ?? '') ?? NORMAL_MACHINE
      const floor = shape === undefined || shape.share === 0 ? plain.at(noiseKey) : core.at(noiseKey)
      if (floor === null) return null
      const degreesOfFreedom = Math.min(floor.degreesOfFreedom, maxDegrees)
      if (shape === undefined && degreesOfFreedom === floor.degreesOfFreedom) return floor
      const known = described.get(floor)
      if (known !== undefined) return known
      const made = {
        ...floor,
        sd: rounded(floor.sd * factor),
        degreesOfFreedom,
        ...(shape === undefined ? {} : { shape }),
      }
      described.set(floor, made)
      return made
    },
    shapeWithin(noiseKey) {
      const key = poolKey(noiseKey, 'machine') ?? ''
      if (!within.has(key)) within.set(key, shapeOfSessions(byMachine.get(key) ?? []))
      return within.get(key)
    },
    areSessionsStated: (key) => !unstated.has(poolKey(key, 'machine') ?? ''),
  }
}

function shapeOfSessions(members: readonly RepeatGroup[]): SessionShape | undefined {
  const floors = pooledFloors(members.map(repeatsWithin), true)
  return sessionShape(members, (member) => floors.at(member)?.sd)
}

/** Deviations of the repeats of a benchmark on a machine from independent normal values. */
type MachineNoise = { shape: NoiseShape | undefined; factor: number; maxDegrees: number }

const NORMAL_MACHINE: MachineNoise = { shape: undefined, factor: 1, maxDegrees: Number.POSITIVE_INFINITY }

function describeMachine(members: readonly RepeatGroup[], plain: NoiseFloors, core: NoiseFloors): MachineNoise {
  const maxDegrees = rounded(degreesOfRuns(members, plain))
  // Old summaries have no values, only their variance.
  if (members.every(({ logs }) => logs === undefined)) return { ...NORMAL_MACHINE, maxDegrees }
  const { shape } = fitShape(standardisedSteps(members, plain))
  // Too few repeats to show outliers do not exclude them.
  if (shape.share === 0) return { ...NORMAL_MACHINE, ...(isNormal(shape) ? {} : { shape }), maxDegrees }
  // The scales of plain floors contain the outliers, so the shape is estimated again with those of the core.
  const again = fitShape(standardisedSteps(members, core))
  return again.shape.share === 0 ? { ...NORMAL_MACHINE, maxDegrees } : { ...again, maxDegrees }
}

function standardisedSteps(members: readonly RepeatGroup[], floors: NoiseFloors): Map<number, number> {
  const counts = new Map<number, number>()
  for (const member of members) {
    const sd = floors.at(member)?.sd
    if (sd === undefined) continue
    for (const step of stepsOf(member)) {
      const size = sizeOfStep(step / sd)
      counts.set(size, (counts.get(size) ?? 0) + 1)
    }
  }
  return counts
}

function pooledFloors(groups: readonly RepeatGroup[], isCore: boolean): NoiseFloors {
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
const rounded = (value: number) => Number(value.toPrecision(10))

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
