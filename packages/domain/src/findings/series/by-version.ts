import { compareVersions } from '../../run/version.ts'
import { median } from '../../stats/median.ts'
import type { SeriesLine } from './build-lines.ts'

/** The versions of a line in order, with the median of the positions that are not excluded. */
export function byVersion({ positions }: Pick<SeriesLine, 'positions'>): { version: string; value: number }[] {
  const counted = positions.filter(({ counts }) => counts)
  return [...Map.groupBy(counted, ({ version }) => version)]
    .map(([version, found]) => ({ version, value: median(found.map(({ value }) => value)) ?? 0 }))
    .sort((a, b) => compareVersions(a.version, b.version))
}
