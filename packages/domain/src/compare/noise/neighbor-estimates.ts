import type { Noise } from '../verdict/verdict.ts'
import { type NearestReleases, nearestLookup } from './nearest-release.ts'
import type { EnvironmentNoise } from './neighbor-floor.ts'
import type { NoiseFloors } from './noise-floor.ts'
import { MIN_DEGREES_OF_FREEDOM, NOISE_LEVELS, poolKey } from './noise-levels.ts'
import { type NoiseShape, shapeOfFew } from './noise-shape.ts'
import { machineShapes } from './residual-pool.ts'
import { floorOf, type StepPool } from './step-pools.ts'

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

/** Noise estimates from the releases of a product. */
export type NeighborEstimates = { floors: readonly FloorEntry[]; nearest: readonly NearestReleases[] }

/** A floor with no more degrees of freedom than a limit. */
export const withLimit = ([key, sd, degrees, ...more]: FloorEntry, limit = Number.POSITIVE_INFINITY): FloorEntry => [
  key,
  sd,
  Math.min(degrees, limit),
  ...more,
]

export const neighborEstimates = (environments: readonly EnvironmentNoise[]): NeighborEstimates => ({
  floors: neighborEntries(environments),
  nearest: environments.flatMap(({ nearest }) => nearest ?? []),
})

/**
 * Combines the floors of several environments, with the shape of the residuals of their machine. With too few releases
 * for residuals, the frequency of outliers is unknown.
 */
export function neighborEntries(environments: readonly EnvironmentNoise[]): FloorEntry[] {
  const shapes = machineShapes(environments.flatMap(({ residuals = [] }) => residuals))
  return plainEntries(environments).map(([key, sd, degreesOfFreedom, , medians = 1]): FloorEntry => {
    const [, hardware = '', benchmark = '', metric = ''] = key
    const found = shapes.get(machineKey({ hardware, benchmark, metric }))
    const { shape, factor } = found ?? { shape: shapeOfFew(0), factor: 1 }
    const known = [key, sd * factor, degreesOfFreedom, shape] as const
    return medians === 1 ? [...known] : [...known, medians]
  })
}

/** The key of all pools of a metric on a machine. */
export const machineKey = (key: { hardware: string; benchmark: string; metric: string }) =>
  poolKey({ ...key, workload: '', test: '', group: null, clients: '' }, 'machine') ?? ''

function plainEntries(environments: readonly EnvironmentNoise[]): FloorEntry[] {
  const pools = Map.groupBy(
    environments.flatMap((environment) => environment.pools),
    ([key]) => key.join('\u0000'),
  )
  const machines = [...pools].flatMap(([key, all]): FloorEntry[] => {
    const counts = all.flatMap(([, own]) => own)
    const floor = floorOf(counts)
    if (floor === null || floor.degreesOfFreedom < MIN_DEGREES_OF_FREEDOM) return []
    const limit = all.reduce((sum, [, , facts]) => sum + (facts?.maxDegrees ?? Number.POSITIVE_INFINITY), 0)
    return [withLimit([key.split('\u0000'), floor.sd, floor.degreesOfFreedom, null, factorOfPools(all)], limit)]
  })
  return [...environments.flatMap(({ floors }) => floors), ...machines].sort(([a], [b]) =>
    a.join('\u0000') < b.join('\u0000') ? -1 : 1,
  )
}

function factorOfPools(pools: readonly StepPool[]): number {
  let [sum, steps] = [0, 0]
  for (const [, counts, facts] of pools) {
    const own = counts.reduce((total, [, count]) => total + count, 0)
    sum += own * (facts?.factor ?? 1)
    steps += own
  }
  return Number((sum / steps).toPrecision(2))
}

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
    at(key) {
      for (const level of NOISE_LEVELS) {
        const floor = floors.get(poolKey(key, level) ?? '')
        if (floor !== undefined) return floor
      }
      return null
    },
    nearest: nearestLookup(nearest),
  }
}
