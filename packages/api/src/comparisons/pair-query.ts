import type { ProjectQueries } from '@assay/db/types'
import { toQuery } from '@assay/domain/compare/comparison-url'
import {
  choosePair,
  type PairRequest,
  pairComparison,
  usualPair,
} from '@assay/domain/compare/pairs/comparable-versions'
import { withoutMixing } from './offered-studies.ts'

/**
 * Returns the query of the comparison of two versions on one machine, with an axis for each dimension in which results
 * of one cell would differ, such as the config; null when the two never ran with the same workload on the same machine.
 *
 * @param request null for the two newest comparable versions where the project has the most data.
 */
export async function pairQuery({ dimensions }: ProjectQueries, request: PairRequest | null): Promise<string | null> {
  const all = await dimensions.comparableVersions()
  const pair = request === null ? usualPair(all) : choosePair(all, request)
  if (pair === null) return null
  const study = { kind: 'versions', name: '', title: '', sentence: '', comparison: pairComparison(pair) } as const
  const [apart] = await withoutMixing([study], dimensions)
  return toQuery((apart ?? study).comparison)
}
