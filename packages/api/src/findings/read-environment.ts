import type { EnvironmentOutline } from '@assay/db/types'
import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { metricsToExplain } from '@assay/domain/compare/explain/explain-cells'
import type { PointSet } from '@assay/domain/compare/point'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readPoints } from '../comparisons/read-comparison.ts'
import type { PlannedPair } from './plan-version-pairs.ts'

/** Some version pairs of one environment, with the results of their versions. */
type ReadPairs<Pair extends PlannedPair> = { environment: EnvironmentOutline; pairs: Pair[]; set: PointSet }

/** Maximum number of runs whose results are read together, unless a single version pair has more. */
const MAX_RUNS = 1_000

/**
 * Reads the results of version pairs, environment by environment in batches. The last result is cached, because a scan
 * after one upload reads the same environment twice.
 */
export function createVersionPairLoader(access: ProjectAccess) {
  let last: { key: string; set: PointSet } | null = null
  return async function* readPairs<Pair extends PlannedPair>(
    pairs: readonly Pair[],
    together: number,
  ): AsyncGenerator<ReadPairs<Pair>> {
    for (const own of Map.groupBy(pairs, ({ environment }) => environment.id).values()) {
      for (const batch of inBatches(own, together)) {
        const [first] = batch
        if (first === undefined) continue
        const versions = [...new Set(batch.flatMap(versionsOf))]
        const key = JSON.stringify([first.environment.id, versions])
        const set = last?.key === key ? last.set : await readEnvironment(access, first.environment, versions)
        last = { key, set }
        yield { environment: first.environment, pairs: batch, set }
      }
    }
  }
}

export type VersionPairLoader = ReturnType<typeof createVersionPairLoader>

const versionsOf = ({ pair: { from, to } }: PlannedPair) => [from, to]

/** Batches of at most `together` pairs whose versions have at most MAX_RUNS runs; at least one pair each, in order. */
function inBatches<Pair extends PlannedPair>(pairs: readonly Pair[], together: number): Pair[][] {
  const batches: Pair[][] = []
  let versions = new Set<string>()
  let runs = 0
  for (const pair of pairs) {
    const runsOf = new Map(pair.environment.versions.map((one) => [one.version, one.runs]))
    const added = [...new Set(versionsOf(pair))].filter((version) => !versions.has(version))
    const more = added.reduce((sum, version) => sum + (runsOf.get(version) ?? 0), 0)
    const last = batches.at(-1)
    if (last !== undefined && last.length < together && runs + more <= MAX_RUNS) {
      last.push(pair)
      runs += more
      for (const version of added) versions.add(version)
    } else {
      batches.push([pair])
      versions = new Set(versionsOf(pair))
      runs = [...versions].reduce((sum, version) => sum + (runsOf.get(version) ?? 0), 0)
    }
  }
  return batches
}

/** Reads the results of some versions in an environment, with the metrics that explain them. */
function readEnvironment(
  access: ProjectAccess,
  { product, hardware, benchmark, workload }: EnvironmentOutline,
  version: string[],
): Promise<PointSet> {
  const comparison: Comparison = {
    ...DEFAULT_COMPARISON,
    filters: { product: [product], hardware: [hardware], benchmark: [benchmark], workload: [workload], version },
    base: { kind: 'first-column' },
  }
  return readPoints(access, comparison, metricsToExplain(comparison))
}
