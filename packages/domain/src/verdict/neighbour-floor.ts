import { takesNoPart } from '../compare/band.ts'
import type { DimensionName } from '../compare/dimension.ts'
import type { Point, TestInfo } from '../compare/point.ts'
import { compareVersions } from '../run/version.ts'
import { median } from '../stats/median.ts'
import { FEWEST_DEGREES, NO_FLOORS, NOISE_LEVELS, type NoiseFloors, poolKey } from './noise-floor.ts'
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

/**
 * Noise where nobody repeated anything: how much neighbouring versions of one series differ. Most releases change most
 * tests little, so the median step is noise and the few that are more do not move it; what real change is in it makes
 * the floor too high, never too low. Levels and their order are those of the floors from repeats.
 *
 * @param points results of any products and machines; those with a badge that excludes them take no part.
 */
export function neighbourEntries(points: readonly Point[], tests: readonly TestInfo[]): FloorEntry[] {
  const steps = new Map<string, number[]>()
  const infos = new Map(tests.map((info) => [info.name, info]))
  for (const series of seriesOf(points)) {
    for (const { metric, size, point } of stepsOf(series)) {
      const place = noisePlace(point, infos.get(point.coordinates.test ?? ''), metric)
      for (const level of NOISE_LEVELS) {
        const key = poolKey(place, level)
        if (key === null) continue
        const sizes = steps.get(key) ?? []
        sizes.push(size)
        steps.set(key, sizes)
      }
    }
  }
  return [...steps].flatMap(([key, sizes]): FloorEntry[] => {
    const degreesOfFreedom = Math.floor(sizes.length * EFFICIENCY)
    // A step is the difference of two values, each with the noise of one.
    const sd = ((median(sizes) ?? 0) * SD_OF_MAD) / Math.SQRT2
    return degreesOfFreedom >= FEWEST_DEGREES && sd > 0 ? [[key.split('\u0000'), sd, degreesOfFreedom]] : []
  })
}

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
