import { compareVersions } from '../../run/compare-versions.ts'
import { isRelease } from '../../run/is-release.ts'
import { majorOf } from '../../run/major-version.ts'
import { median } from '../../stats/median.ts'
import type { SeriesLine } from './build-lines.ts'

/** Minimum share of a drift in steps too small to be detected. */
export const DRIFT_LIMIT = 0.1

/** The current level of a line compared with an earlier version. */
export type Drift = {
  against: 'last release' | 'first of the major version'
  version: string
  base: number
  /** Value of the newest version / value of that version. */
  ratio: number
  /** True from DRIFT_LIMIT in either direction. */
  isFlagged: boolean
}

/**
 * Compares the newest version of a line with the last release before it and with the first release of its major
 * version.
 */
export function driftOf(line: Pick<SeriesLine, 'product' | 'positions'>): Drift[] {
  const versions = byVersion(line)
  const newest = versions.at(-1)
  if (newest === undefined) return []
  const earlier = versions.slice(0, -1).filter(({ version }) => isRelease(version))
  const last = earlier.at(-1)
  const major = (version: string) => majorOf(version, line.product)
  const first = earlier.find(({ version }) => major(version) === major(newest.version))
  const drifts: Drift[] = []
  const add = (against: Drift['against'], base: { version: string; value: number } | undefined) => {
    if (base === undefined || base.value === 0 || newest.value === 0) return
    const ratio = newest.value / base.value
    const isFlagged = Math.max(ratio, 1 / ratio) - 1 >= DRIFT_LIMIT
    drifts.push({ against, version: base.version, base: base.value, ratio, isFlagged })
  }
  add('last release', last)
  if (first?.version !== last?.version) add('first of the major version', first)
  return drifts
}

/** The versions of a line in order, with the median of the positions that are not excluded. */
function byVersion({ positions }: Pick<SeriesLine, 'positions'>): { version: string; value: number }[] {
  const counted = positions.filter(({ counts }) => counts)
  return [...Map.groupBy(counted, ({ version }) => version)]
    .map(([version, found]) => ({ version, value: median(found.map(({ value }) => value)) ?? 0 }))
    .sort((a, b) => compareVersions(a.version, b.version))
}
