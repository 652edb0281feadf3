import type { PlaceOutline } from '@assay/db/types'
import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { metricsToExplain } from '@assay/domain/compare/explain/explain-cells'
import type { PointSet } from '@assay/domain/compare/point'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readPoints } from '../comparisons/read-comparison.ts'
import type { PlannedPart } from './plan-parts.ts'

/** Some pairs of versions of one place with the results of their versions. */
export type ReadParts<Part extends PlannedPart> = { place: PlaceOutline; parts: Part[]; set: PointSet }

/** Maximum number of runs whose results are read together, unless a single pair of versions has more. */
const MAX_RUNS = 1_000

/**
 * Reads the results of pairs of versions, place by place and some pairs at a time. The last answer is cached: one upload
 * touches one place, whose results are asked for twice.
 */
export function makePlaceReader(access: ProjectAccess) {
  let last: { key: string; set: PointSet } | null = null
  return async function* readParts<Part extends PlannedPart>(
    parts: readonly Part[],
    together: number,
  ): AsyncGenerator<ReadParts<Part>> {
    for (const own of Map.groupBy(parts, ({ place }) => place.id).values()) {
      for (const some of inPieces(own, together)) {
        const [first] = some
        if (first === undefined) continue
        const versions = [...new Set(some.flatMap(versionsOf))]
        const key = JSON.stringify([first.place.id, versions])
        const set = last?.key === key ? last.set : await readPlace(access, first.place, versions)
        last = { key, set }
        yield { place: first.place, parts: some, set }
      }
    }
  }
}

export type PlaceReader = ReturnType<typeof makePlaceReader>

const versionsOf = ({ pair: { from, to } }: PlannedPart) => [from, to]

/** Pieces of at most `together` parts whose versions have at most MAX_RUNS runs; at least one part each, in order. */
function inPieces<Part extends PlannedPart>(parts: readonly Part[], together: number): Part[][] {
  const pieces: Part[][] = []
  let versions = new Set<string>()
  let runs = 0
  for (const part of parts) {
    const runsOf = new Map(part.place.versions.map((one) => [one.version, one.runs]))
    const added = [...new Set(versionsOf(part))].filter((version) => !versions.has(version))
    const more = added.reduce((sum, version) => sum + (runsOf.get(version) ?? 0), 0)
    const last = pieces.at(-1)
    if (last !== undefined && last.length < together && runs + more <= MAX_RUNS) {
      last.push(part)
      runs += more
      for (const version of added) versions.add(version)
    } else {
      pieces.push([part])
      versions = new Set(versionsOf(part))
      runs = [...versions].reduce((sum, version) => sum + (runsOf.get(version) ?? 0), 0)
    }
  }
  return pieces
}

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
  return readPoints(access, comparison, metricsToExplain(comparison))
}
