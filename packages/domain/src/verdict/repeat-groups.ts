import { takesNoPart } from '../compare/band.ts'
import type { Point, TestInfo } from '../compare/point.ts'
import { CONFIG_TEXT } from '../run/run-facts.ts'
import { momentsOf } from '../stats/moments.ts'
import type { NoisePlace, RepeatGroup } from './noise-floor.ts'
import { repeatDifferences } from './repeat-differences.ts'

/** Where the noise of a result is looked up. */
export function noisePlace({ coordinates }: Point, testInfo: TestInfo | undefined, metric: string): NoisePlace {
  return {
    hardware: coordinates.hardware ?? '',
    benchmark: coordinates.benchmark ?? '',
    workload: coordinates.workload ?? '',
    test: coordinates.test ?? '',
    group: testInfo?.group ?? coordinates.group ?? null,
    clients: coordinates.clients ?? '',
    metric,
  }
}

/**
 * True when results are repeats of each other: they share build (compiler and its version, flags, LTO, PGO, BOLT,
 * -march, allocator, commit, build type), config with its text, benchmark and its version, workload, test, clients and
 * parameters, machine and the state of the machine. The one definition for cells, verdicts, warnings and pooled noise.
 */
export const areRepeats = (points: readonly Point[]): boolean => repeatDifferences(points).size === 0

const OF_CONFIG: ReadonlySet<string> = new Set(['config', CONFIG_TEXT])

/**
 * True when results are repeats but for their configs. Their average still has a known error, because a fixed mix of
 * configs has no noise but that of its runs.
 */
export const areRepeatsButForConfig = (points: readonly Point[]): boolean =>
  [...repeatDifferences(points).keys()].every((property) => OF_CONFIG.has(property))

/**
 * The repeats among some results, metric by metric. Results with a badge that excludes them, and values that are not
 * above 0, take no part.
 */
export function repeatGroups(points: readonly Point[], tests: readonly TestInfo[]): RepeatGroup[] {
  const infos = new Map(tests.map((info) => [info.name, info]))
  return setsOfRepeats(points).flatMap((repeats): RepeatGroup[] => {
    const [first] = repeats
    if (first === undefined || repeats.length < 2) return []
    return [...logsByMetric(repeats)].flatMap(([metric, logs]): RepeatGroup[] => {
      if (logs.length < 2) return []
      const place = noisePlace(first, infos.get(first.coordinates.test ?? ''), metric)
      return [{ ...place, degreesOfFreedom: logs.length - 1, squares: momentsOf(logs).squares, at: null }]
    })
  })
}

/** Results parted into sets of repeats. What a result does not state parts it only from results that differ in it. */
export function setsOfRepeats(points: readonly Point[]): Point[][] {
  const alike = [...Map.groupBy(points, dimensionsKey).values()]
  return alike.flatMap((set) => (areRepeats(set) ? [set] : [...Map.groupBy(set, statedKey).values()]))
}

function dimensionsKey({ coordinates }: Point): string {
  const { repeat: _repeat, benchmarkVersion: _version, ...thing } = coordinates
  return JSON.stringify(Object.entries(thing).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const statedKey = ({ coordinates, facts = {} }: Point): string =>
  JSON.stringify([coordinates.benchmarkVersion, Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))])

function logsByMetric(points: readonly Point[]): Map<string, number[]> {
  const byMetric = new Map<string, number[]>()
  for (const { values, footnotes = [] } of points) {
    for (const [metric, value] of Object.entries(values)) {
      if (value <= 0 || takesNoPart(footnotes.filter((note) => isAbout(note, metric)))) continue
      const logs = byMetric.get(metric) ?? []
      logs.push(Math.log(value))
      byMetric.set(metric, logs)
    }
  }
  return byMetric
}

const isAbout = ({ metrics }: { metrics?: readonly string[] }, metric: string) => metrics?.includes(metric) ?? true
