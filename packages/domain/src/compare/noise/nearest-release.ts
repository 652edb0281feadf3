import { z } from 'zod'
import { median } from '../../stats/median.ts'
import type { ReleaseSteps } from './pair-steps.ts'
import { GRID, NO_STEP } from './step-grid.ts'

/**
 * For each result of one environment, the distance of ln(value) from that of the nearer neighboring release. An outlier
 * agrees with a neighbor only if that is an outlier as well, so these distances distinguish a lasting change from an
 * outlier although each release ran once.
 */
export const NearestReleases = z.object({
  hardware: z.string(),
  benchmark: z.string(),
  workload: z.string(),
  versions: z.array(z.string()),
  metrics: z.array(z.string()),
  /**
   * Distances by metric, one character per version: the distance on a grid, from one alphabet if it has neighbors on
   * both sides and from another if it has one, and `-` if it is unknown.
   */
  lines: z.array(
    z.tuple([
      z.string().describe('test'),
      z.string().describe('clients'),
      z.string().describe('line'),
      z.array(z.string().nullable()),
    ]),
  ),
})
export type NearestReleases = z.infer<typeof NearestReleases>

/** Key of the distance of a result; `line` is that of `ReleaseSteps`. */
export type ResultKey = {
  product: string
  hardware: string
  benchmark: string
  workload: string
  test: string
  clients: string
  metric: string
  line: string
  version: string
}

/** The distance of ln(value) of a single run from that of the nearer of its one or two neighbors. */
export type Nearest = { distance: number; neighbors: 1 | 2 }

const OF_TWO = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcd'
const OF_ONE = 'efghijklmnopqrstuvwxyz!#$%&()*+,./:;<=>?'
const UNKNOWN = '-'
/** The upper limit of the first level of distances, and the factor from each level to the next. */
const [SMALLEST, FACTOR] = [0.0005, 1.25]

type Environment = Pick<NearestReleases, 'hardware' | 'benchmark' | 'workload'>

/**
 * Computes the distances of one environment.
 *
 * @param releases steps from each version to the next, in any order. Steps between medians are left out, because only
 * single runs need a neighbor.
 */
export function nearestReleases(
  { hardware, benchmark, workload }: Environment,
  releases: readonly ReleaseSteps[],
): NearestReleases {
  const versions = [...new Set(releases.flatMap(({ from, to }) => [from, to]))].sort()
  const metrics = [...new Set(releases.flatMap((release) => release.metrics))].sort()
  const versionAt = new Map(versions.map((version, at) => [version, at]))
  const metricAt = new Map(metrics.map((metric, at) => [metric, at]))
  const nearest = new Map<string, Nearest[][]>()
  const counts = versions.map((version) => releases.filter(({ from, to }) => from === version || to === version).length)
  const isAtEnd = (version: number) => counts[version] === 1
  const isChange = changesOf(releases)
  for (const release of releases) {
    const ends = [versionAt.get(release.from) ?? 0, versionAt.get(release.to) ?? 0]
    for (const [test, clients, sizes, , line, factor] of release.lines) {
      if (factor !== undefined) continue
      const key = JSON.stringify([test, clients, line])
      const ofLine = nearest.get(key) ?? metrics.map(() => [])
      nearest.set(key, ofLine)
      for (const [at, size] of sizes.entries()) {
        const distances = ofLine[metricAt.get(release.metrics[at] ?? '') ?? -1]
        if (size === null || distances === undefined) continue
        const distance = size === NO_STEP ? 0 : Math.exp(size * GRID)
        const isOfRelease = isChange(release, at, distance)
        for (const end of ends) {
          if (isOfRelease && isAtEnd(end)) continue
          const known = distances[end]
          distances[end] =
            known === undefined
              ? { distance, neighbors: 1 }
              : { distance: Math.min(known.distance, distance), neighbors: 2 }
        }
      }
    }
  }
  const lines = [...nearest].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    hardware,
    benchmark,
    workload,
    versions,
    metrics,
    lines: lines.map(([key, ofLine]): NearestReleases['lines'][number] => {
      const [test = '', clients = '', line = ''] = JSON.parse(key)
      const all = ofLine.map((distances) =>
        distances.length === 0 ? null : versions.map((_, at) => levelOf(distances[at])).join(''),
      )
      return [test, clients, line, all]
    }),
  }
}

/** Minimum multiple of the median step for a change or an outlier; 4% of normal steps are as large. */
const FAR = 3
/** Minimum share of such steps in a release that changed many tests. */
const MANY = 0.2

/**
 * Returns the steps of releases that changed many tests: a difference from its only neighbor then makes no run an
 * outlier.
 */
function changesOf(
  releases: readonly ReleaseSteps[],
): (release: ReleaseSteps, metric: number, distance: number) => boolean {
  const sizes = new Map<string, number[]>()
  for (const { metrics, lines } of releases)
    for (const [at, metric] of metrics.entries()) {
      const known = sizes.get(metric) ?? []
      sizes.set(metric, known)
      for (const [, , own] of lines) if (own[at] != null) known.push(own[at])
    }
  const far = new Map([...sizes].map(([metric, own]) => [metric, (median(own) ?? 0) + Math.log(FAR) / GRID]))
  const shares = new Map<ReleaseSteps, number[]>()
  const shareOf = (release: ReleaseSteps) =>
    release.metrics.map((metric, at) => {
      const own = release.lines.flatMap(([, , all]) => all[at] ?? [])
      return own.filter((size) => size > (far.get(metric) ?? 0)).length / Math.max(1, own.length)
    })
  return (release, at, distance) => {
    const known = shares.get(release) ?? shareOf(release)
    shares.set(release, known)
    const limit = Math.exp((far.get(release.metrics[at] ?? '') ?? 0) * GRID)
    return (known[at] ?? 0) > MANY && distance > limit
  }
}

function levelOf(nearest: Nearest | undefined): string {
  if (nearest === undefined) return UNKNOWN
  const { distance, neighbors } = nearest
  const level = distance <= SMALLEST ? 0 : Math.ceil(Math.log(distance / SMALLEST) / Math.log(FACTOR))
  return (neighbors === 2 ? OF_TWO : OF_ONE)[Math.min(level, OF_ONE.length - 1)] ?? UNKNOWN
}

function nearestOf(level: string): Nearest | null {
  if (level === UNKNOWN) return null
  const neighbors = OF_TWO.includes(level) ? 2 : 1
  return { distance: SMALLEST * FACTOR ** (neighbors === 2 ? OF_TWO : OF_ONE).indexOf(level), neighbors }
}

/**
 * Returns a function that looks up the distance of ln(value) of a result from the nearer neighboring release; null if
 * unknown.
 */
export function nearestLookup(all: readonly NearestReleases[]): (key: ResultKey) => Nearest | null {
  const distances = new Map<string, string>()
  const versions = new Map<string, ReadonlyMap<string, number>>()
  for (const { lines, metrics, versions: names, ...environment } of all) {
    versions.set(keyOf(environment), new Map(names.map((name, at) => [name, at])))
    for (const [test, clients, line, byMetric] of lines) {
      for (const [at, found] of byMetric.entries()) {
        if (found !== null) distances.set(keyOf(environment, test, clients, line, metrics[at] ?? ''), found)
      }
    }
  }
  return ({ test, clients, line, metric, version, ...environment }) => {
    const at = versions.get(keyOf(environment))?.get(version)
    const level =
      at === undefined ? UNKNOWN : (distances.get(keyOf(environment, test, clients, line, metric))?.[at] ?? UNKNOWN)
    return nearestOf(level)
  }
}

/** Names cannot contain NUL, so different environments have different keys. */
const keyOf = ({ hardware, benchmark, workload }: Environment, ...more: string[]) =>
  [hardware, benchmark, workload, ...more].join('\u0000')
