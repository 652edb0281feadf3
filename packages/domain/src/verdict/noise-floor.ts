import { varianceRatioP } from '../stats/student-t.ts'
import { type Prior, sharedVariance, variancePriors } from './shared-variance.ts'
import type { Noise } from './verdict.ts'

/** A floor must have this many degrees of freedom, or the next wider level is asked. */
export const FEWEST_DEGREES = 10

/**
 * A test whose few repeats chance would spread as wide less often than this is noisier than its group, whose floor
 * would make noise of it look like change: then its own floor counts, with the few degrees of freedom that it has.
 */
const CLEARLY_NOISIER = 0.01

/** What a value was measured on; names, as dimensions have them. */
export type NoisePlace = {
  hardware: string
  benchmark: string
  workload: string
  test: string
  /** Null for a test without a group, which has no floor at that level. */
  group: string | null
  clients: string
  metric: string
}

/** Repeats of one test with the same build and config: all that a pooled standard deviation needs of them. */
export type RepeatGroup = NoisePlace & {
  /** Repeats - 1. */
  degreesOfFreedom: number
  /** Sum of the squared deviations of ln(value) from their mean. */
  squares: number
  /** When the last of them started, in milliseconds since 1970; null when no run says. */
  at: number | null
}

export type NoiseLevel = 'test' | 'group' | 'machine'
export const NOISE_LEVELS: readonly NoiseLevel[] = ['test', 'group', 'machine']

export type NoiseFloors = {
  /** The floor of the first level with 10 degrees of freedom; null when even the machine has too few repeats. */
  at(place: NoisePlace): Noise | null
}

export const NO_FLOORS: NoiseFloors = { at: () => null }

/**
 * Standard deviations of ln(value), pooled over repeats of the same build and config: s^2 = sum of squares / sum of
 * degrees of freedom. A test is one on a machine with its workload and clients; a group is all tests of that name in
 * the workload; the machine is all of the benchmark on it. Repeats that agree to the last digit say nothing of noise,
 * so that a floor of 0 is none.
 *
 * Where enough tests of a machine were repeated, the variance of each is weighted with those of its group as far as they
 * are alike (shared-variance.ts): a few repeats of one test know its noise too poorly to tell one changed cell from
 * hundreds that are not, and a group whose tests differ is no measure of any one of them.
 */
export function noiseFloors(groups: readonly RepeatGroup[]): NoiseFloors {
  const pools = new Map<string, Pool>()
  for (const { degreesOfFreedom, squares, ...place } of groups) {
    for (const source of NOISE_LEVELS) {
      const key = poolKey(place, source)
      if (key === null) continue
      const pool = pools.get(key) ?? { source, place, degreesOfFreedom: 0, squares: 0 }
      pool.squares += squares
      pool.degreesOfFreedom += degreesOfFreedom
      pools.set(key, pool)
    }
  }
  const floors = new Map<string, Noise>()
  for (const [key, { source, squares, degreesOfFreedom }] of pools) {
    if (squares <= 0) continue
    floors.set(key, { source, sd: rounded(Math.sqrt(squares / degreesOfFreedom)), degreesOfFreedom })
  }
  const shared = sharedFloors(pools)
  return { at: (place) => firstKnown(floors, shared, place) }
}

type Pool = { source: NoiseLevel; place: NoisePlace; degreesOfFreedom: number; squares: number }

/**
 * By the key of a test: its floor, weighted with those of its group. By the key of a group: what is left for a test that
 * was never repeated, which may be as noisy as any of them.
 */
function sharedFloors(pools: ReadonlyMap<string, Pool>): Map<string, Noise> {
  const tests = [...pools].flatMap(([key, { source, place, degreesOfFreedom, squares }]) => {
    const machine = poolKey(place, 'machine')
    if (source !== 'test' || machine === null || squares <= 0) return []
    return [{ key, machine, group: poolKey(place, 'group') ?? machine, degreesOfFreedom, squares }]
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

/** A test that is clearly noisier than the others of its group has nothing to learn from them. */
const standsApart = (
  own: { squares: number; degreesOfFreedom: number },
  { variance, degreesOfFreedom, atMost }: Prior,
) =>
  varianceRatioP(
    own.squares / own.degreesOfFreedom / variance,
    own.degreesOfFreedom,
    Math.min(degreesOfFreedom, atMost),
  ) < CLEARLY_NOISIER

/** Sums of doubles depend on the order in which runs came, in their last digits; nothing that is said of runs may. */
const rounded = (value: number) => Number(value.toPrecision(10))

/** The first level that is known well enough, unless a narrower one is clearly noisier than that. */
function firstKnown(
  floors: ReadonlyMap<string, Noise>,
  shared: ReadonlyMap<string, Noise>,
  place: NoisePlace,
): Noise | null {
  const narrower: Noise[] = []
  for (const level of NOISE_LEVELS) {
    const key = poolKey(place, level)
    if (key === null) continue
    const weighted = shared.get(key)
    if (weighted !== undefined) return weighted
    const floor = floors.get(key)
    if (floor === undefined) continue
    if (floor.degreesOfFreedom >= FEWEST_DEGREES) return narrower.find((own) => isNoisier(own, floor)) ?? floor
    narrower.push(floor)
  }
  return null
}

const isNoisier = (own: Noise, floor: Noise) =>
  varianceRatioP((own.sd / floor.sd) ** 2, own.degreesOfFreedom, floor.degreesOfFreedom) < CLEARLY_NOISIER

/** Names hold no NUL, so different places never make one key. */
export function poolKey(place: NoisePlace, level: NoiseLevel): string | null {
  const { hardware, benchmark, workload, test, group, clients, metric } = place
  const common = `${level}\u0000${hardware}\u0000${benchmark}\u0000${metric}`
  if (level === 'machine') return common
  if (level === 'test') return `${common}\u0000${workload}\u0000${test}\u0000${clients}`
  return group === null ? null : `${common}\u0000${workload}\u0000${group}`
}
