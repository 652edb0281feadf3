import { varianceRatioP } from '../../stats/student-t.ts'
import { type NearestReleases, nearestLookup, nearestReleases } from './nearest-release.ts'
import { MIN_DEGREES_OF_FREEDOM, type NoiseFloors } from './noise-floor.ts'
import { NOISE_LEVELS, type NoiseLevel, poolKey } from './noise-levels.ts'
import { type NoiseShape, shapeOfFew } from './noise-shape.ts'
import type { PairSteps, ReleaseSteps } from './pair-steps.ts'
import { degreesOfReleases } from './release-effect.ts'
import { machineShapes, type ResidualPool, residualPools } from './residual-pool.ts'
import { sharedVariance, variancePriors } from './shared-variance.ts'
import { GRID, NO_STEP } from './step-grid.ts'
import type { Noise } from './verdict.ts'

/** Standard deviation of a normal distribution divided by its median absolute deviation. */
const SD_OF_MAD = 1.4826
/** Efficiency of the median absolute deviation, relative to the standard deviation of as many normal values. */
const EFFICIENCY = 0.37

/**
 * A stored floor: the components of its key, the standard deviation of ln(value), degrees of freedom, shape, and the
 * factor of medians (`Noise`).
 */
export type FloorEntry = [
  key: string[],
  sd: number,
  degreesOfFreedom: number,
  shape?: NoiseShape | null,
  factor?: number,
]

/** Steps of one pool, counted by size on the grid of `pairSteps`. */
export type StepPool = [key: string[], counts: [size: number, count: number][], more?: PoolFacts]

/**
 * `factor` is the mean factor of the medians (`Noise`). `maxDegrees` comes from `degreesOfReleases`; absent without a
 * limit.
 */
type PoolFacts = { factor: number; maxDegrees?: number }

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

/** Noise estimates from the releases of a product. */
export type NeighborEstimates = { floors: readonly FloorEntry[]; nearest: readonly NearestReleases[] }

/**
 * Degrees of freedom are rounded to this grid, so that one more step rarely changes a floor and the verdicts that use
 * it.
 */
const DEGREES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 100]

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
  place: { hardware: string; benchmark: string; workload: string },
  releases: readonly ReleaseSteps[],
  groupOf: (test: string) => string | null,
): EnvironmentNoise {
  const steps = stepsByPool(place, releases, groupOf)
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
  const known = new Map<string, Known>()
  for (const [key, floor] of machines) if (floor !== null) known.set(key, floor)
  for (const [key, sd, degreesOfFreedom] of floors) known.set(key.join('\u0000'), { sd, degreesOfFreedom })
  const floorAt = oncePerStep((own): Known | null => {
    const group = groupOf(own.test)
    const keys = NOISE_LEVELS.map((level) => poolKey({ ...place, ...own, group }, level) ?? '')
    return keys.flatMap((key) => known.get(key) ?? [])[0] ?? null
  })
  const maxDegrees = new Map(
    [...degreesOfReleases(releases, floorAt)].map(([metric, degrees]) => [machineKey({ ...place, metric }), degrees]),
  )
  const pools = [...steps].flatMap(([key, pool]): StepPool[] => {
    const limit = maxDegrees.get(key)
    const facts = { factor: factorOf(pool), ...(limit === undefined ? {} : { maxDegrees: limit }) }
    return pool.level === 'machine' ? [[key.split('\u0000'), listed(pool.counts), facts]] : []
  })
  return {
    floors: floors.map((floor) => withLimit(floor, maxDegrees.get(steps.get(floor[0].join('\u0000'))?.machine ?? ''))),
    pools,
    residuals: residualPools(place, releases, floorAt),
    nearest: nearestReleases(place, releases),
  }
}

type StepPlace = { test: string; clients: string; metric: string }

/** Caches a result for each test, clients and metric, because a scan requests each of them once per release. */
function oncePerStep<T>(answer: (place: StepPlace) => T): (place: StepPlace) => T {
  const kept = new Map<string, Map<string, Map<string, T>>>()
  return (place) => {
    const ofTest = kept.get(place.test) ?? new Map<string, Map<string, T>>()
    if (ofTest.size === 0) kept.set(place.test, ofTest)
    const ofClients = ofTest.get(place.clients) ?? new Map<string, T>()
    if (ofClients.size === 0) ofTest.set(place.clients, ofClients)
    const found = ofClients.get(place.metric)
    if (found !== undefined) return found
    const made = answer(place)
    ofClients.set(place.metric, made)
    return made
  }
}

const withLimit = ([key, sd, degrees, ...more]: FloorEntry, limit = Number.POSITIVE_INFINITY): FloorEntry => [
  key,
  sd,
  Math.min(degrees, limit),
  ...more,
]

export const neighborEstimates = (places: readonly EnvironmentNoise[]): NeighborEstimates => ({
  floors: neighborEntries(places),
  nearest: places.flatMap(({ nearest }) => nearest ?? []),
})

/**
 * Combines the floors of several environments, with the shape of the residuals of their machine. With too few releases
 * for residuals, the frequency of outliers is unknown.
 */
export function neighborEntries(places: readonly EnvironmentNoise[]): FloorEntry[] {
  const shapes = machineShapes(places.flatMap(({ residuals = [] }) => residuals))
  return plainEntries(places).map(([key, sd, degreesOfFreedom, , medians = 1]): FloorEntry => {
    const [, hardware = '', benchmark = '', metric = ''] = key
    const found = shapes.get(machineKey({ hardware, benchmark, metric }))
    const { shape, factor } = found ?? { shape: shapeOfFew(0), factor: 1 }
    const known = [key, sd * factor, degreesOfFreedom, shape] as const
    return medians === 1 ? [...known] : [...known, medians]
  })
}

const machineKey = (place: { hardware: string; benchmark: string; metric: string }) =>
  poolKey({ ...place, workload: '', test: '', group: null, clients: '' }, 'machine') ?? ''

function plainEntries(places: readonly EnvironmentNoise[]): FloorEntry[] {
  const pools = Map.groupBy(
    places.flatMap((place) => place.pools),
    ([key]) => key.join('\u0000'),
  )
  const machines = [...pools].flatMap(([key, all]): FloorEntry[] => {
    const counts = all.flatMap(([, own]) => own)
    const floor = floorOf(counts)
    if (floor === null || floor.degreesOfFreedom < MIN_DEGREES_OF_FREEDOM) return []
    const limit = all.reduce((sum, [, , facts]) => sum + (facts?.maxDegrees ?? Number.POSITIVE_INFINITY), 0)
    return [withLimit([key.split('\u0000'), floor.sd, floor.degreesOfFreedom, null, factorOfPools(all)], limit)]
  })
  return [...places.flatMap(({ floors }) => floors), ...machines].sort(([a], [b]) =>
    a.join('\u0000') < b.join('\u0000') ? -1 : 1,
  )
}

/**
 * If tests of a machine differ in noise: the floor of each test from its own steps and those of its group, and the
 * floor of each group for its other tests. Empty if tests do not differ, because the floor of the group then applies to
 * all.
 */
function sharedSteps(steps: ReadonlyMap<string, Steps>): Map<string, Known> {
  const tests = [...steps].flatMap(([key, { level, machine, group, counts }]) => {
    const own = level === 'test' ? floorOf(listed(counts)) : null
    if (own === null) return []
    const { sd, degreesOfFreedom } = own
    return [{ key, machine, group, squares: sd ** 2 * degreesOfFreedom, degreesOfFreedom }]
  })
  const floors = new Map<string, Known>()
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

/** Degrees of freedom of the prior from which tests of a machine differ too little to be distinguished by steps. */
const ALIKE = 50

const onGrid = ({ variance, degreesOfFreedom }: { variance: number; degreesOfFreedom: number }): Known => ({
  sd: Math.exp(Math.round(Math.log(variance) / 2 / GRID) * GRID),
  degreesOfFreedom: DEGREES.findLast((degrees) => degrees <= degreesOfFreedom) ?? 1,
})

/** Rounded to the grid of steps. */
const factorOf = ({ factors, counts }: Steps) =>
  Number((factors / [...counts.values()].reduce((sum, count) => sum + count, 0)).toPrecision(2))

function factorOfPools(pools: readonly StepPool[]): number {
  let [sum, steps] = [0, 0]
  for (const [, counts, facts] of pools) {
    const own = counts.reduce((total, [, count]) => total + count, 0)
    sum += own * (facts?.factor ?? 1)
    steps += own
  }
  return Number((sum / steps).toPrecision(2))
}

type Steps = {
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

function stepsByPool(
  place: { hardware: string; benchmark: string; workload: string },
  releases: readonly PairSteps[],
  groupOf: (test: string) => string | null,
): Map<string, Steps> {
  const pools = new Map<string, Steps>()
  const poolsOf = oncePerStep(({ test, clients, metric }) => {
    const own = { ...place, test, group: groupOf(test), clients, metric }
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

const listed = (counts: ReadonlyMap<number, number>): StepPool[1] => [...counts].sort(bySize)

const bySize = ([a]: StepPool[1][number], [b]: StepPool[1][number]) => a - b

/** The median step as a standard deviation; null if half of the steps are zero, and for too few steps. */
function floorOf(counts: StepPool[1]): { sd: number; degreesOfFreedom: number } | null {
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

type Known = { sd: number; degreesOfFreedom: number }

const isNoisier = (own: Known, machine: Known | null) =>
  machine !== null &&
  varianceRatioP((own.sd / machine.sd) ** 2, own.degreesOfFreedom, machine.degreesOfFreedom) < CLEARLY_NOISIER

export const noiseOfEntry = ([, sd, degreesOfFreedom, shape, factor]: FloorEntry): Noise => ({
  source: 'neighbours',
  sd,
  degreesOfFreedom,
  ...(shape == null ? {} : { shape }),
  ...(factor === undefined ? {} : { factor }),
})

export function neighborFloors({ floors: entries, nearest }: NeighborEstimates): NoiseFloors {
  const floors = new Map(entries.map((entry): [string, Noise] => [entry[0].join('\u0000'), noiseOfEntry(entry)]))
  return {
    at(place) {
      for (const level of NOISE_LEVELS) {
        const floor = floors.get(poolKey(place, level) ?? '')
        if (floor !== undefined) return floor
      }
      return null
    },
    nearest: nearestLookup(nearest),
  }
}
