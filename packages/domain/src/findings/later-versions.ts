import { isExcluded } from '../compare/band.ts'
import type { Point, PointSet } from '../compare/point.ts'
import { compareVersions } from '../run/version.ts'
import { median } from '../stats/median.ts'
import type { DataTransition } from './change-state.ts'
import type { FindingChange } from './finding.ts'
import { isBranch } from './judge-commits.ts'
import type { StoredFinding } from './stored-finding.ts'

/** The tests of a finding are back when their median is at least this much of what it was before. */
const RECOVERED_FROM = 0.97
/** They are worse again when it is at most this; between the two limits the state stays. */
const RELAPSED_UP_TO = 0.95

/** The change of state that later data cause in a finding, and the version that shows it. */
export type LaterTransition = { id: string; transition: DataTransition; version: string }

/**
 * The newest version after a finding that measured enough of its tests. `ratio` is the median ratio to the values before
 * the finding, `gain` to the values that it found, and `noise` how far noise alone moves a ratio, as a factor above 1.
 */
export type Later = { version: string; ratio: number; gain: number; noise: number }

/**
 * Changes of state that versions after each finding cause: its tests recovered, or regressed again. Only regressions have
 * any, and only from values of the same machine, workload and test; a version that measured less than half of the tests
 * is skipped.
 */
export function transitionsFromLaterVersions(findings: readonly StoredFinding[], set: PointSet): LaterTransition[] {
  const values = valuesByTest(set.points)
  return findings.flatMap((finding) => transitionFrom(finding, newestLater(finding, values)) ?? [])
}

/**
 * The change of state by the newest later version. A finding is no longer fixed when the results that fixed it are
 * excluded. On a machine
 * whose noise is wider than the gap between recovered and relapsed, the step must exceed the noise.
 */
export function transitionFrom(
  { id, direction, state, to }: StoredFinding,
  later: Later | null,
): LaterTransition | null {
  if (direction !== 'worse') return null
  if (later === null) return state === 'fixed' ? { id, transition: 'relapsed', version: to } : null
  const { version, ratio, gain, noise } = later
  if (ratio >= RECOVERED_FROM && gain > noise && state !== 'fixed') return { id, transition: 'recovered', version }
  return ratio <= RELAPSED_UP_TO && ratio * noise < 1 && state === 'fixed'
    ? { id, transition: 'relapsed', version }
    : null
}

/** Values of later versions, for `newestLater`, without results that a validity flag or a person excludes. */
export const laterValues = ({ points }: PointSet): LaterValues => valuesByTest(points)

export const newestLater = (finding: StoredFinding, values: LaterValues): Later | null =>
  laterMedians(finding, values).at(-1) ?? null

/**
 * Versions after a finding that measured at least half of its tests, newest first. Branches are left out, because no
 * commit measured the median of their commits.
 *
 * @param environments those of its product; `tests` of a version are "test clients".
 */
export function versionsAfter({ changes, hardware, to }: StoredFinding, environments: readonly Measured[]): string[] {
  const counts = new Map<string, number>()
  const own = environments.filter((environment) => environment.hardware === hardware)
  for (const { benchmark, workload, test, clients } of changes) {
    const environment = own.find((one) => one.benchmark === benchmark && one.workload === workload)
    for (const { version, tests, commits } of environment?.versions ?? []) {
      if (isBranch({ commits }) || compareVersions(version, to) <= 0 || !tests.has(`${test} ${clients}`)) continue
      counts.set(version, (counts.get(version) ?? 0) + 1)
    }
  }
  return [...counts]
    .filter(([, count]) => count * 2 >= changes.length)
    .map(([version]) => version)
    .sort((a, b) => compareVersions(b, a))
}

type Measured = {
  hardware: string
  benchmark: string
  workload: string
  versions: readonly { version: string; tests: ReadonlySet<string>; commits: number }[]
}

export type LaterValues = Values

type Values = Map<string, Map<string, number[]>>

/** Medians of each later version that measured enough of the tests, oldest first. */
function laterMedians(finding: StoredFinding, values: Values): Later[] {
  const byVersion = new Map<string, { ratio: number; gain: number; noise: number }[]>()
  for (const change of finding.changes) {
    const ofTest = values.get(testKey({ hardware: finding.hardware, ...change }, change.metric))
    for (const [version, own] of ofTest ?? []) {
      if (compareVersions(version, finding.to) <= 0) continue
      const value = median(own)
      if (value === null) continue
      const ratios = byVersion.get(version) ?? []
      byVersion.set(version, ratios)
      ratios.push({ ratio: value / change.baseValue, gain: value / change.value, noise: noiseOf(change, own.length) })
    }
  }
  return [...byVersion]
    .filter(([, ratios]) => ratios.length * 2 >= finding.changes.length)
    .sort(([a], [b]) => compareVersions(a, b))
    .map(([version, ratios]) => {
      const middle = (name: 'ratio' | 'gain' | 'noise') => median(ratios.map((one) => one[name])) ?? 1
      return { version, ratio: middle('ratio'), gain: middle('gain'), noise: middle('noise') }
    })
}

/**
 * Half of the interval with which the change was found, for the number of later results. Tests of a run share its
 * conditions, so many tests of one run reduce the noise no more than one. 1 when the change needed no interval.
 */
function noiseOf({ low, high, runIds }: FindingChange, count: number): number {
  if (low === null || high === null || low <= 0) return 1
  const before = Math.max(1, runIds.length)
  return Math.exp((Math.log(high / low) / 2) * Math.sqrt((1 + before / count) / 2))
}

function valuesByTest(points: readonly Point[]): Values {
  const byTest: Values = new Map()
  for (const { coordinates, values, footnotes = [] } of points) {
    for (const [metric, value] of Object.entries(values)) {
      if (isExcluded(footnotes.filter(({ metrics }) => metrics?.includes(metric) ?? true))) continue
      const key = testKey(coordinates, metric)
      const versions = byTest.get(key) ?? new Map<string, number[]>()
      byTest.set(key, versions)
      const version = coordinates.version ?? ''
      versions.set(version, [...(versions.get(version) ?? []), value])
    }
  }
  return byTest
}

type TestKey = { hardware?: string; benchmark?: string; workload?: string; test?: string; clients?: string }

const testKey = ({ hardware, benchmark, workload, test, clients }: TestKey, metric: string): string =>
  JSON.stringify([hardware, benchmark, workload, test, clients, metric])
