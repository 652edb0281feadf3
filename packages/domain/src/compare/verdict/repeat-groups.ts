import { CONFIG_TEXT } from '../../run/facts-of-repeats.ts'
import { momentsOf } from '../../stats/moments.ts'
import { isExcluded } from '../band.ts'
import { sessionMedians, sessionNumbers } from '../noise/measurement-session.ts'
import type { NoiseKey, RepeatGroup } from '../noise/noise-levels.ts'
import type { Point, TestInfo } from '../point.ts'
import { repeatDifferences } from './repeat-differences.ts'

/** The key under which the noise of a result is looked up. */
export function noiseKeyOf({ coordinates }: Point, testInfo: TestInfo | undefined, metric: string): NoiseKey {
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
 * True if results are repeats of each other: they share build (compiler and its version, flags, LTO, PGO, BOLT, -march,
 * allocator, commit, build type), config with its text, benchmark and its version, workload, test, clients and
 * parameters, machine and the state of the machine. Cells, verdicts, warnings and pooled noise use this definition.
 */
export const areRepeats = (points: readonly Point[]): boolean => repeatDifferences(points).size === 0

const OF_CONFIG: ReadonlySet<string> = new Set(['config', CONFIG_TEXT])

/**
 * True if results are repeats except for their configs. Their average still has a known error, because a fixed mix of
 * configs has only the noise of its runs.
 */
export const areRepeatsButForConfig = (points: readonly Point[]): boolean =>
  [...repeatDifferences(points).keys()].every((property) => OF_CONFIG.has(property))

/**
 * Groups of repeats among some results, by metric. Results with an excluding flag and values that are not positive are
 * left out. Repeats of one measurement session count as one.
 */
export function repeatGroups(points: readonly Point[], tests: readonly TestInfo[]): RepeatGroup[] {
  const infos = new Map(tests.map((info) => [info.name, info]))
  const runsOf = machineRuns(points)
  return setsOfRepeats(points).flatMap((repeats): RepeatGroup[] => {
    const [first] = repeats
    if (first === undefined || repeats.length < 2) return []
    return [...valuesByMetric(repeats)].flatMap(([metric, values]): RepeatGroup[] => {
      const key = noiseKeyOf(first, infos.get(first.coordinates.test ?? ''), metric)
      const group = repeatGroup(key, values, runsOf(first, values))
      return group === null ? [] : [group]
    })
  })
}

/**
 * Partitions results into sets of repeats. Results with an unstated value are separated only from results that differ
 * in it.
 */
export function setsOfRepeats(points: readonly Point[]): Point[][] {
  const alike = [...Map.groupBy(points, dimensionsKey).values()]
  return alike.flatMap((set) => (areRepeats(set) ? [set] : [...Map.groupBy(set, statedKey).values()]))
}

function dimensionsKey({ coordinates }: Point): string {
  const { repeat: _repeat, benchmarkVersion: _version, ...group } = coordinates
  return JSON.stringify(Object.entries(group).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const statedKey = ({ coordinates, facts = {} }: Point): string =>
  JSON.stringify([coordinates.benchmarkVersion, Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))])

function valuesByMetric(points: readonly Point[]): Map<string, RepeatValue[]> {
  const byMetric = new Map<string, RepeatValue[]>()
  for (const { runId, startedAt = null, values, footnotes = [] } of points) {
    for (const [metric, value] of Object.entries(values)) {
      if (value <= 0 || isExcluded(footnotes.filter((note) => isAbout(note, metric)))) continue
      const known = byMetric.get(metric) ?? []
      known.push({ run: runId, log: Math.log(value), startedAt })
      byMetric.set(metric, known)
    }
  }
  return byMetric
}

/** One repeated result; `run` identifies its run, because all tests of a run may share a shift. */
export type RepeatValue = { run: string; log: number; startedAt: number | null }

/**
 * Summarizes the repeats of one test as a group with one value for each measurement session.
 *
 * @param others starts of other runs on the machine.
 * @returns null for fewer than two results; a group without degrees of freedom for a single session.
 */
export function repeatGroup(
  key: NoiseKey,
  values: readonly RepeatValue[],
  others: readonly number[],
): RepeatGroup | null {
  if (values.length < 2) return null
  const sorted = values.toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0) || (a.run < b.run ? -1 : 1))
  const sessions = sessionNumbers(
    sorted.map(({ startedAt }) => startedAt),
    others,
  )
  const logs = sessionMedians(
    sorted.map(({ log }) => log),
    sessions,
  )
  const firstRuns = new Map<number, string>()
  for (const [at, { run }] of sorted.entries()) {
    const session = sessions?.[at] ?? at
    if (!firstRuns.has(session)) firstRuns.set(session, run)
  }
  const last = sorted.findLast(({ startedAt }) => startedAt !== null)
  return {
    ...key,
    degreesOfFreedom: logs.length - 1,
    squares: logs.length < 2 ? 0 : momentsOf(logs).squares,
    at: last?.startedAt ?? null,
    logs,
    runs: [...firstRuns.values()],
    within: sorted.map(({ log }) => log),
    ...(sessions === null ? { isUnstated: true } : {}),
  }
}

/** Returns a function that lists the start times of other runs on the machine of a point. */
function machineRuns(points: readonly Point[]): (point: Point, values: readonly RepeatValue[]) => number[] {
  const byMachine = new Map<string, Map<string, number>>()
  for (const { runId, startedAt, coordinates } of points) {
    if (startedAt === undefined) continue
    const machine = byMachine.get(coordinates.hardware ?? '') ?? new Map<string, number>()
    byMachine.set(coordinates.hardware ?? '', machine.set(runId, startedAt))
  }
  return ({ coordinates }, values) => {
    const machine = byMachine.get(coordinates.hardware ?? '')
    if (machine === undefined || values.length < 2) return []
    const own = new Set(values.map(({ run }) => run))
    return [...machine].flatMap(([run, start]) => (own.has(run) ? [] : [start]))
  }
}

const isAbout = ({ metrics }: { metrics?: readonly string[] }, metric: string) => metrics?.includes(metric) ?? true
