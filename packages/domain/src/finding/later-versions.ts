import type { Point, PointSet } from '../compare/point.ts'
import { compareVersions } from '../run/version.ts'
import { median } from '../stats/median.ts'
import type { FindingNews } from './change-state.ts'
import type { StoredFinding } from './stored-finding.ts'

/** The tests of a finding are back when their median is at least this much of what it was before. */
const BACK = 0.97
/** They are worse again when it is at most this: between the two nothing new is said. */
const AWAY = 0.95

/** What later data do to a finding, and the version that shows it. */
export type LaterNews = { id: string; news: FindingNews; version: string }

/**
 * What versions after a finding say of it: its tests are back to what they were before, or worse again after that. Only
 * for what got worse, and only from values of the same machine, workload and test; a version that measured less than
 * half of the tests says nothing.
 */
export function newsOf(findings: readonly StoredFinding[], set: PointSet): LaterNews[] {
  const values = valuesByPlace(set.points)
  return findings.flatMap((finding): LaterNews[] => {
    if (finding.direction !== 'worse') return []
    const last = laterMedians(finding, values).at(-1)
    if (last === undefined) return []
    if (last.ratio >= BACK && finding.state !== 'fixed') {
      return [{ id: finding.id, news: 'recovered', version: last.version }]
    }
    if (last.ratio <= AWAY && finding.state === 'fixed') {
      return [{ id: finding.id, news: 'relapsed', version: last.version }]
    }
    return []
  })
}

type Values = Map<string, Map<string, number[]>>

/** The median over the finding's tests of value / value before the change, for each later version, oldest first. */
function laterMedians(finding: StoredFinding, values: Values): { version: string; ratio: number }[] {
  const byVersion = new Map<string, number[]>()
  for (const change of finding.changes) {
    const ofTest = values.get(placeKey({ hardware: finding.hardware, ...change }, change.metric))
    for (const [version, own] of ofTest ?? []) {
      if (compareVersions(version, finding.to) <= 0) continue
      const value = median(own)
      if (value !== null) byVersion.set(version, [...(byVersion.get(version) ?? []), value / change.baseValue])
    }
  }
  return [...byVersion]
    .filter(([, ratios]) => ratios.length * 2 >= finding.changes.length)
    .sort(([a], [b]) => compareVersions(a, b))
    .map(([version, ratios]) => ({ version, ratio: median(ratios) ?? 1 }))
}

function valuesByPlace(points: readonly Point[]): Values {
  const byPlace: Values = new Map()
  for (const { coordinates, values } of points) {
    for (const [metric, value] of Object.entries(values)) {
      const key = placeKey(coordinates, metric)
      const versions = byPlace.get(key) ?? new Map<string, number[]>()
      byPlace.set(key, versions)
      const version = coordinates.version ?? ''
      versions.set(version, [...(versions.get(version) ?? []), value])
    }
  }
  return byPlace
}

type Place = { hardware?: string; benchmark?: string; workload?: string; test?: string; clients?: string }

const placeKey = ({ hardware, benchmark, workload, test, clients }: Place, metric: string): string =>
  JSON.stringify([hardware, benchmark, workload, test, clients, metric])
