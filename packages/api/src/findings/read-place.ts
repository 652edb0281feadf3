import type { PlaceOutline } from '@assay/db/types'
import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { PointSet } from '@assay/domain/compare/point'
import { metricsToExplain } from '@assay/domain/explain/explain-cells'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readPoints } from '../comparisons/read-comparison.ts'

/** Results of places, by their ids, that were read whole. */
export type PlacePoints = Map<string, PointSet>

/** The results of a place with the metrics that explain them, of all its versions or of some. */
export function readPlace(
  access: ProjectAccess,
  { product, hardware, benchmark, workload, versions }: PlaceOutline,
  some: readonly string[] = versions.map(({ version }) => version),
): Promise<PointSet> {
  const comparison: Comparison = {
    ...DEFAULT_COMPARISON,
    filters: {
      product: [product],
      hardware: [hardware],
      benchmark: [benchmark],
      workload: [workload],
      version: [...some],
    },
    base: { kind: 'first-column' },
  }
  return readPoints(access, comparison, metricsToExplain(comparison))
}
