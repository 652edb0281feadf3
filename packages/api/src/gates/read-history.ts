import { isExcluded } from '@assay/domain/compare/band'
import type { Point } from '@assay/domain/compare/point'
import { parametersOf } from '@assay/domain/compare/side-by-side'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import { compareVersions } from '@assay/domain/run/version'
import { median } from '@assay/domain/stats/median'
import type { ProjectAccess } from '../access/resolve-access.ts'

export type HistoryOf = (point: Point, metric: string) => readonly number[]

/**
 * Returns the history of each test up to the base, one median of repeats per version, from which a boundary rule
 * computes its limit. Configs may differ, as along a series; flagged results are excluded.
 *
 * @param points results of the base.
 */
export async function readHistory({ queries }: ProjectAccess, points: readonly Point[]): Promise<HistoryOf> {
  const [first] = points
  if (first === undefined) return () => []
  const { product = '', version: base = '' } = first.coordinates
  const all = (name: 'hardware' | 'benchmark' | 'workload') => [
    ...new Set(points.map(({ coordinates }) => coordinates[name] ?? '')),
  ]
  const filters = {
    product: [product],
    hardware: all('hardware'),
    benchmark: all('benchmark'),
    workload: all('workload'),
  }
  const stored = await queries.cells.list({ filters, metrics: [PRIMARY_METRIC], newestOnly: true, allSteps: false })
  const earlier = stored.points.filter(
    ({ coordinates, footnotes = [] }) =>
      compareVersions(coordinates.version ?? '', base) <= 0 && !isExcluded(footnotes),
  )
  const byTest = Map.groupBy(earlier, keyOf)
  return (point, metric) =>
    [...Map.groupBy(byTest.get(keyOf(point)) ?? [], ({ coordinates }) => coordinates.version ?? '')]
      .sort(([a], [b]) => compareVersions(a, b))
      .flatMap(([, repeats]) => median(repeats.flatMap(({ values }) => values[metric] ?? [])) ?? [])
}

const keyOf = (point: Point): string => {
  const { hardware, benchmark, workload, test, clients } = point.coordinates
  const params = parametersOf(point).map((name) => [name, point.coordinates[name]])
  return JSON.stringify([hardware, benchmark, workload, test, clients, params])
}
