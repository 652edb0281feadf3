import type { ProjectQueries } from '@assay/db/types'
import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import {
  type ComparableVersions,
  choosePair,
  largestEnvironment,
  type PairRequest,
  pairComparison,
  type ReleasesRequest,
  releasesComparison,
  usualPair,
} from '@assay/domain/compare/pairs/comparable-versions'
import { withoutMixing } from './offered-studies.ts'

/**
 * Returns the query of the comparison of two or all versions on one machine, with an axis for each dimension in which
 * results of one cell would differ, such as the config; null when they never ran with the same workload on the same
 * machine.
 *
 * @param request null for the two newest comparable versions where the project has the most data.
 */
export async function pairQuery(
  { dimensions }: ProjectQueries,
  request: PairRequest | ReleasesRequest | null,
): Promise<string | null> {
  const comparison = comparisonOf(await dimensions.comparableVersions(), request)
  if (comparison === null) return null
  const study = { kind: 'versions', name: '', title: '', sentence: '', comparison } as const
  const [apart] = await withoutMixing([study], dimensions)
  return toQuery((apart ?? study).comparison)
}

function comparisonOf(
  all: readonly ComparableVersions[],
  request: PairRequest | ReleasesRequest | null,
): Comparison | null {
  if (request?.to === null) {
    const environment = largestEnvironment(all, request)
    return environment === null ? null : releasesComparison(environment, request.from)
  }
  const pair = request === null ? usualPair(all) : choosePair(all, request)
  return pair === null ? null : pairComparison(pair)
}
