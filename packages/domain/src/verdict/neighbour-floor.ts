import { takesNoPart } from '../compare/band.ts'
import type { DimensionName } from '../compare/dimension.ts'
import type { Point, TestInfo } from '../compare/point.ts'
import { compareVersions } from '../run/version.ts'
import { varianceRatioP } from '../stats/student-t.ts'
import { FEWEST_DEGREES, NO_FLOORS, NOISE_LEVELS, type NoiseFloors, type NoiseLevel, poolKey } from './noise-floor.ts'
import { noisePlace } from './repeat-groups.ts'
import type { Noise } from './verdict.ts'

/** The standard deviation of a normal distribution over the median distance from its middle. */
const SD_OF_MAD = 1.4826
/** What a median of distances knows, compared with a standard deviation of as many normal values. */
const EFFICIENCY = 0.37

/** What may differ between neighbours in a series of versions: a new version often needs another config. */
const MAY_DIFFER: ReadonlySet<string> = new Set<DimensionName>(['version', 'build', 'config', 'repeat'])

/** A floor as it is stored: the parts of its key, the standard deviation of ln(value), degrees of freedom. */
export type FloorEntry = [key: string[], sd: number, degreesOfFreedom: number]

/** Steps of one pool, counted by size: the logarithm of each to a base of 1.05, rounded; null for no step at all. */
export type StepPool = [key: string[], counts: [size: number | null, count: number][]]

/** What the neighbouring versions of one place (a workload of a benchmark on a machine) say of noise. */
export type PlaceNoise = {
  /** Of its tests and groups: they lie in the place whole. */
  floors: FloorEntry[]
  /** Of its machine, to be added up with those of other workloads. */
  pools: StepPool[]
}

/**
 * Sizes and degrees of freedom are kept on a grid, so that one more step rarely moves a floor, and with it every verdict
 * that rests on it. A floor is then right to 2.5%.
 */
const GRID = Math.log(1.05)
const DEGREES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 100]

/**
 * A test whose steps chance would spread as wide less often than this is noisier than its machine. It must have been
 * through as many releases as this: of three releases two may well be real changes, in every line of the test at once.
 */
const CLEARLY_NOISIER = 0.01
const FEWEST_RELEASES = 10

/**
 * Noise where nobody repeated anything: how much neighbouring versions of one series differ. Most releases change most
 * tests little, so the median step is noise and the few that are more do not move it; what real change is in it makes
 * the floor too high, never too low. Levels and their order are those of the floors from repeats; and as there, a test
 * that is clearly noisier than its machine keeps its own floor, however few its steps.
 *
 * @param points results of one place; those with a badge that excludes them take no part.
 */
export function placeNoise(points: readonly Point[], tests: readonly TestInfo[]): PlaceNoise {
  const steps = stepsByPool(points, tests)
  const machines = new Map(
    [...steps].flatMap(([key, sizes]) =>
      sizes.level === 'machine' ? [[key, floorOf(countSteps(sizes.all))] as const] : [],
    ),
  )
  const floors = [...steps].flatMap(([key, { level, machine, all, releases }]): FloorEntry[] => {
    const own = level === 'machine' ? null : floorOf(countSteps(all))
    if (own === null) return []
    const mayBeNoisier = level === 'test' && releases.size >= FEWEST_RELEASES
    const isKnown =
      own.degreesOfFreedom >= FEWEST_DEGREES || (mayBeNoisier && isNoisier(own, machines.get(machine) ?? null))
    return isKnown ? [[key.split('\u0000'), own.sd, own.degreesOfFreedom]] : []
  })
  const pools = [...steps].flatMap(([key, { level, all }]): StepPool[] =>
    level === 'machine' ? [[key.split('\u0000'), countSteps(all)]] : [],
  )
  return { floors, pools }
}

/** The floors of several places together. */
export function neighbourEntries(places: readonly PlaceNoise[]): FloorEntry[] {
  const pools = Map.groupBy(
    places.flatMap((place) => place.pools),
    ([key]) => key.join('\u0000'),
  )
  const machines = [...pools].flatMap(([key, all]): FloorEntry[] => {
    const floor = floorOf(all.flatMap(([, counts]) => counts))
    return floor === null || floor.degreesOfFreedom < FEWEST_DEGREES
      ? []
      : [[key.split('\u0000'), floor.sd, floor.degreesOfFreedom]]
  })
  return [...places.flatMap(({ floors }) => floors), ...machines].sort(([a], [b]) =>
    a.join('\u0000') < b.join('\u0000') ? -1 : 1,
  )
}

type Steps = { level: NoiseLevel; machine: string; all: number[]; releases: Set<string | undefined> }

function stepsByPool(points: readonly Point[], tests: readonly TestInfo[]): Map<string, Steps> {
  const pools = new Map<string, Steps>()
  const infos = new Map(tests.map((info) => [info.name, info]))
  for (const series of seriesOf(points)) {
    for (const { metric, size, point } of stepsOf(series)) {
      const place = noisePlace(point, infos.get(point.coordinates.test ?? ''), metric)
      const machine = poolKey(place, 'machine') ?? ''
      for (const level of NOISE_LEVELS) {
        const key = poolKey(place, level)
        if (key === null) continue
        const pool = pools.get(key) ?? { level, machine, all: [], releases: new Set() }
        pools.set(key, pool)
        pool.all.push(size)
        pool.releases.add(point.coordinates.version)
      }
    }
  }
  return pools
}

function countSteps(sizes: readonly number[]): StepPool[1] {
  const counts = new Map<number | null, number>()
  for (const size of sizes) {
    const place = size > 0 ? Math.round(Math.log(size) / GRID) : null
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return [...counts].sort(bySize)
}

const bySize = ([a]: StepPool[1][number], [b]: StepPool[1][number]) =>
  (a ?? Number.NEGATIVE_INFINITY) - (b ?? Number.NEGATIVE_INFINITY)

/** The median step as a standard deviation; null for steps of which half are none at all, and for too few. */
function floorOf(counts: StepPool[1]): { sd: number; degreesOfFreedom: number } | null {
  const sorted = [...counts].sort(bySize)
  const steps = sorted.reduce((sum, [, count]) => sum + count, 0)
  const degreesOfFreedom = DEGREES.findLast((degrees) => degrees <= steps * EFFICIENCY)
  let before = 0
  for (const [size, count] of sorted) {
    before += count
    if (before * 2 < steps) continue
    // A step is the difference of two values, each with the noise of one.
    return size === null || degreesOfFreedom === undefined
      ? null
      : { sd: (Math.exp(size * GRID) * SD_OF_MAD) / Math.SQRT2, degreesOfFreedom }
  }
  return null
}

type Known = { sd: number; degreesOfFreedom: number }

const isNoisier = (own: Known, machine: Known | null) =>
  machine !== null &&
  varianceRatioP((own.sd / machine.sd) ** 2, own.degreesOfFreedom, machine.degreesOfFreedom) < CLEARLY_NOISIER

export function neighbourFloors(entries: readonly FloorEntry[]): NoiseFloors {
  const floors = new Map(
    entries.map(([key, sd, degreesOfFreedom]) => [
      key.join('\u0000'),
      { source: 'neighbours', sd, degreesOfFreedom } satisfies Noise,
    ]),
  )
  return {
    at(place) {
      for (const level of NOISE_LEVELS) {
        const floor = floors.get(poolKey(place, level) ?? '')
        if (floor !== undefined) return floor
      }
      return null
    },
  }
}

/** The floors of the first that has one. */
export const eitherFloor = (first: NoiseFloors, second: NoiseFloors): NoiseFloors =>
  second === NO_FLOORS ? first : { at: (place) => first.at(place) ?? second.at(place) }

/** Results that differ in the version alone, oldest first. */
function seriesOf(points: readonly Point[]): Point[][] {
  const byLine = Map.groupBy(points, ({ coordinates }) =>
    JSON.stringify(
      Object.entries(coordinates)
        .filter(([name]) => !MAY_DIFFER.has(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  )
  return [...byLine.values()].map((line) =>
    line.sort((a, b) => compareVersions(a.coordinates.version ?? '', b.coordinates.version ?? '')),
  )
}

/** From each version to the next, metric by metric; where a version has several results, their geometric mean. */
function stepsOf(series: readonly Point[]): { metric: string; size: number; point: Point }[] {
  const versions = [...Map.groupBy(series, ({ coordinates }) => coordinates.version).values()]
  const logs = versions.map((points) => ({ point: points[0], means: meanLogs(points) }))
  return logs.slice(1).flatMap(({ point, means }, at) => {
    const before = logs[at]?.means
    if (before === undefined || point === undefined) return []
    return [...means].flatMap(([metric, mean]) => {
      const earlier = before.get(metric)
      return earlier === undefined ? [] : [{ metric, size: Math.abs(mean - earlier), point }]
    })
  })
}

function meanLogs(points: readonly Point[]): Map<string, number> {
  const sums = new Map<string, { sum: number; count: number }>()
  for (const { values, footnotes = [] } of points) {
    for (const [metric, value] of Object.entries(values)) {
      const own = footnotes.filter(({ metrics }) => metrics?.includes(metric) ?? true)
      if (value <= 0 || takesNoPart(own)) continue
      const { sum, count } = sums.get(metric) ?? { sum: 0, count: 0 }
      sums.set(metric, { sum: sum + Math.log(value), count: count + 1 })
    }
  }
  return new Map([...sums].map(([metric, { sum, count }]) => [metric, sum / count]))
}
