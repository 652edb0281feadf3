import type { PlaceOutline } from '@assay/db/types'
import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { PointSet } from '@assay/domain/compare/point'
import { metricsToExplain } from '@assay/domain/explain/explain-cells'
import { INSTEAD } from '@assay/domain/finding/judge-versions'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readPoints } from '../comparisons/read-comparison.ts'
import type { PlannedPart } from './plan-parts.ts'

/** Some pairs of versions of one place with the results of their versions. */
export type ReadParts<Part extends PlannedPart> = { place: PlaceOutline; parts: Part[]; set: PointSet }

/**
 * Reads the results of pairs of versions, place by place and some pairs at a time. What was read last is kept: one upload
 * touches one place, whose results are asked for twice.
 */
export function makePlaceReader(access: ProjectAccess) {
  let last: { key: string; set: PointSet } | null = null
  return async function* readParts<Part extends PlannedPart>(
    parts: readonly Part[],
    together: number,
  ): AsyncGenerator<ReadParts<Part>> {
    for (const own of Map.groupBy(parts, ({ place }) => place.id).values()) {
      for (let start = 0; start < own.length; start += together) {
        const some = own.slice(start, start + together)
        const [first] = some
        if (first === undefined) continue
        const versions = [...new Set(some.flatMap(({ pair: { from, to } }) => [from, to]))]
        const key = JSON.stringify([first.place.id, versions])
        const set = last?.key === key ? last.set : await readPlace(access, first.place, versions)
        last = { key, set }
        yield { place: first.place, parts: some, set }
      }
    }
  }
}

export type PlaceReader = ReturnType<typeof makePlaceReader>

/** Results of some versions of a place, with the metrics that explain them. */
function readPlace(
  access: ProjectAccess,
  { product, hardware, benchmark, workload }: PlaceOutline,
  version: string[],
): Promise<PointSet> {
  const comparison: Comparison = {
    ...DEFAULT_COMPARISON,
    filters: { product: [product], hardware: [hardware], benchmark: [benchmark], workload: [workload], version },
    base: { kind: 'first-column' },
  }
  return readPoints(access, comparison, [...new Set([...metricsToExplain(comparison), ...INSTEAD])])
}
