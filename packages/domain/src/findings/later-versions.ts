import { isExcluded } from '../compare/band.ts'
import type { Point, PointSet } from '../compare/point.ts'
import { compareVersions } from '../run/compare-versions.ts'
import { median } from '../stats/median.ts'
import type { DataTransition } from './change-state.ts'
import type { FindingChange } from './finding.ts'
import { isBranch } from './judge-commits.ts'
import type { StoredFinding } from './stored-finding.ts'

/** Minimum median ratio to the values before a finding at which its tests have recovered. */
const RECOVERED_FROM = 0.97
/** Maximum median ratio at which they have regressed again; between the two limits the state does not change. */
const RELAPSED_UP_TO = 0.95

/** A change of state that later data cause, and the version that shows it. */
export type LaterTransition = { id: string; transition: DataTransition; version: string }

/**
 * The newest version after a finding that measured enough of its tests. `ratio` is the median ratio to the values
 * before the finding, `gain` the ratio to the values with it, and `noise` the factor, above 1, by which noise alone can
 * change a ratio.
 */
export type Later = { version: string; ratio: number; gain: number; noise: number }

/**
 * Changes of state of regressions because of later versions: their tests recovered, or regressed again. Only values of
 * the same machine, workload and test count, and a version needs at least half of the tests.
 */
export function transitionsFromLaterVersions(findings: readonly StoredFinding[], set: PointSet): LaterTransition[] {
  const values = valuesByTest(set.points)
  return findings.flatMap((finding) => transitionFrom(finding, newestLater(finding, values)) ?? [])
}

/**
 * The change of state because of the newest later version. A finding is no longer fixed if the results that fixed it
 * are excluded. If noise is larger than the gap between RELAPSED_UP_TO and RECOVERED_FROM, the change must exceed the
 * noise.
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
 * Versions after a finding that measured at least half of its tests, newest first. Branches are left out, because the
 * median of their commits is not a result of any commit.
 *
 * @param environments environments of its product; `tests` of a version have the form "test clients".
 */
export function versionsAfter({ changes, hardware, to }: StoredFinding, environments: readonly Measured[]): string[] {
  const counts = new Map<string, number>()
  const own = environments
    .filter((environment) => environment.hardware === hardware)
    .map(({ benchmark, workload, versions }) => {
      const later = versions.filter((one) => !isBranch(one) && compareVersions(one.version, to) > 0)
      return { benchmark, workload, later }
    })
  for (const { benchmark, workload, test, clients } of changes) {
    const environment = own.find((one) => one.benchmark === benchmark && one.workload === workload)
    for (const { version, tests } of environment?.later ?? []) {
      if (tests.has(`${test} ${clients}`)) counts.set(version, (counts.get(version) ?? 0) + 1)
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

type LaterValues = Values

type Values = Map<string, Map<string, number[]>>

/** Medians of each later version with enough of the tests, oldest first. */
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
 * The noise of a ratio: half of the interval with which the change was found, scaled to the number of later results.
 * Many tests of one run reduce the noise no more than one test, because they share its conditions. 1 if the change
 * needed no interval.
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
