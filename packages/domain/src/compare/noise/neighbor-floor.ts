import { varianceRatioP } from '../../stats/student-t.ts'
import { sharedVariance, variancePriors } from './empirical-bayes-variance.ts'
import { type NearestReleases, nearestReleases } from './nearest-release.ts'
import { type FloorEntry, machineKey, withLimit } from './neighbor-estimates.ts'
import { MIN_DEGREES_OF_FREEDOM, NOISE_LEVELS, poolKey } from './noise-levels.ts'
import type { ReleaseSteps } from './pair-steps.ts'
import { degreesOfReleases } from './release-effect.ts'
import { type ResidualPool, residualPools } from './residual-pool.ts'
import { GRID } from './step-grid.ts'
import {
  DEGREES,
  factorOf,
  floorOf,
  type KnownSd,
  listed,
  oncePerStep,
  type StepPool,
  type Steps,
  stepsByPool,
} from './step-pools.ts'

/** Noise estimates from the neighboring versions of one environment (a workload of a benchmark on a machine). */
export type EnvironmentNoise = {
  /** Floors of its tests and groups, which depend on this environment only. */
  floors: FloorEntry[]
  /** Pools of its machine, which are added to those of other workloads. */
  pools: StepPool[]
  /** Residuals of its machine by metric, which are combined with those of other workloads; absent in old summaries. */
  residuals?: ResidualPool[]
  /** Distance of each result from the nearer neighboring release; absent in old summaries. */
  nearest?: NearestReleases
}

/**
 * A test is noisier than its machine if its spread has less than this probability, and if it has at least MIN_RELEASES
 * releases, because of three releases two may well be real changes in every line of the test.
 */
const CLEARLY_NOISIER = 0.01
const MIN_RELEASES = 10

/**
 * Estimates noise without repeats from differences between neighboring versions of one series. Most releases change
 * most tests little, so the median step is noise, and the few larger steps do not affect it; real changes make the
 * floor too high, never too low. Levels and their order are those of the floors from repeats; a test that is clearly
 * noisier than its machine has its own floor, even with few steps.
 *
 * @param releases steps from each version to the next, one for each pair.
 * @param groupOf returns the group of a test, null without one.
 */
export function environmentNoise(
  environment: { hardware: string; benchmark: string; workload: string },
  releases: readonly ReleaseSteps[],
  groupOf: (test: string) => string | null,
): EnvironmentNoise {
  const steps = stepsByPool(environment, releases, groupOf)
  const machines = new Map(
    [...steps].flatMap(([key, { level, counts }]) => (level === 'machine' ? [[key, floorOf(listed(counts))]] : [])),
  )
  const shared = sharedSteps(steps)
  const floors = [...steps].flatMap(([key, pool]): FloorEntry[] => {
    const { level, machine, counts, releases: through } = pool
    const own = level === 'machine' ? null : floorOf(listed(counts))
    if (own === null) return []
    const mayBeNoisier = level === 'test' && through >= MIN_RELEASES
    const standsAlone = mayBeNoisier && isNoisier(own, machines.get(machine) ?? null)
    const floor = standsAlone ? own : (shared.get(key) ?? (own.degreesOfFreedom >= MIN_DEGREES_OF_FREEDOM ? own : null))
    return floor === null ? [] : [[key.split('\u0000'), floor.sd, floor.degreesOfFreedom, null, factorOf(pool)]]
  })
  const known = new Map<string, KnownSd>()
  for (const [key, floor] of machines) if (floor !== null) known.set(key, floor)
  for (const [key, sd, degreesOfFreedom] of floors) known.set(key.join('\u0000'), { sd, degreesOfFreedom })
  const floorAt = oncePerStep((own): KnownSd | null => {
    const group = groupOf(own.test)
    const keys = NOISE_LEVELS.map((level) => poolKey({ ...environment, ...own, group }, level) ?? '')
    return keys.flatMap((key) => known.get(key) ?? [])[0] ?? null
  })
  const maxDegrees = new Map(
    [...degreesOfReleases(releases, floorAt)].map(([metric, degrees]) => [
      machineKey({ ...environment, metric }),
      degrees,
    ]),
  )
  const pools = [...steps].flatMap(([key, pool]): StepPool[] => {
    const limit = maxDegrees.get(key)
    const facts = { factor: factorOf(pool), ...(limit === undefined ? {} : { maxDegrees: limit }) }
    return pool.level === 'machine' ? [[key.split('\u0000'), listed(pool.counts), facts]] : []
  })
  return {
    floors: floors.map((floor) => withLimit(floor, maxDegrees.get(steps.get(floor[0].join('\u0000'))?.machine ?? ''))),
    pools,
    residuals: residualPools(environment, releases, floorAt),
    nearest: nearestReleases(environment, releases),
  }
}

/**
 * If tests of a machine differ in noise: the floor of each test from its own steps and those of its group, and the
 * floor of each group for its other tests. Empty if tests do not differ, because the floor of the group then applies to
 * all.
 */
function sharedSteps(steps: ReadonlyMap<string, Steps>): Map<string, KnownSd> {
  const tests = [...steps].flatMap(([key, { level, machine, group, counts }]) => {
    const own = level === 'test' ? floorOf(listed(counts)) : null
    if (own === null) return []
    const { sd, degreesOfFreedom } = own
    return [{ key, machine, group, squares: sd ** 2 * degreesOfFreedom, degreesOfFreedom }]
  })
  const floors = new Map<string, KnownSd>()
  for (const members of Map.groupBy(tests, ({ machine }) => machine).values()) {
    const priors = variancePriors(members)
    for (const { key, group, ...own } of members) {
      const prior = priors.get(group)
      if (prior !== undefined && prior.degreesOfFreedom < ALIKE) floors.set(key, onGrid(sharedVariance(own, prior)))
    }
    for (const [group, prior] of priors) if (prior.degreesOfFreedom < ALIKE) floors.set(group, onGrid(prior))
  }
  return floors
}

/**
 * With this many degrees of freedom in the prior, or more, the tests of a machine differ too little to have separate
 * floors.
 */
const ALIKE = 50

const onGrid = ({ variance, degreesOfFreedom }: { variance: number; degreesOfFreedom: number }): KnownSd => ({
  sd: Math.exp(Math.round(Math.log(variance) / 2 / GRID) * GRID),
  degreesOfFreedom: DEGREES.findLast((degrees) => degrees <= degreesOfFreedom) ?? 1,
})

const isNoisier = (own: KnownSd, machine: KnownSd | null) =>
  machine !== null &&
  varianceRatioP((own.sd / machine.sd) ** 2, own.degreesOfFreedom, machine.degreesOfFreedom) < CLEARLY_NOISIER
