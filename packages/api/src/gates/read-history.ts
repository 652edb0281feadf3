import { isExcluded } from '@assay/domain/compare/band'
import type { Point } from '@assay/domain/compare/point'
import { compareVersions } from '@assay/domain/run/compare-versions'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { listResults } from './list-results.ts'

/**
 * Reads the results of each test up to the base, from which a boundary rule computes its limit. Configs may differ, as
 * along a series; flagged results are excluded.
 *
 * @param points results of the base.
 */
export async function readHistory({ queries }: ProjectAccess, points: readonly Point[]): Promise<Point[]> {
  const [first] = points
  if (first === undefined) return []
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
  const query = { filters, metrics: [PRIMARY_METRIC], newestOnly: true, allSteps: false }
  const stored = await listResults(queries, query, `The history of ${product} ${base}`)
  return stored.points.filter(
    ({ coordinates, footnotes = [] }) =>
      compareVersions(coordinates.version ?? '', base) <= 0 && !isExcluded(footnotes),
  )
}
