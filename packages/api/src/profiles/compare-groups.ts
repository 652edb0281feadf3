import { compare } from '@assay/domain/compare/compare'
import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import {
  filtersOfResults,
  type GroupShares,
  groupPoints,
  ofShares,
  PROFILE_METRICS,
} from '@assay/domain/compare/studies/profiles-study'
import { groupProfile } from '@assay/domain/run/cpu-profile/group-profile'
import type { GroupRule } from '@assay/domain/run/cpu-profile/group-rules'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readPoints } from '../comparisons/read-comparison.ts'
import type { Services } from '../services.ts'
import { treesByResult } from './read-profiles.ts'

/** Maximum results that are grouped in one request, because each is a file to parse. */
const MAX_GROUPED_RESULTS = 200

type GroupGrid = {
  grid: Grid
  /** Results that have a profile, and how many of them could not be shown. */
  results: number
  unread: number
}

/** Computes the percent of samples by group of functions from the profile files, as a grid of the engine. */
export async function compareGroups(
  services: Services,
  access: ProjectAccess,
  { comparison: requested, rules }: { comparison: Comparison; rules: readonly GroupRule[] },
): Promise<GroupGrid> {
  const comparison = ofShares(requested)
  const set = await readPoints(access, { ...comparison, filters: filtersOfResults(comparison) }, PROFILE_METRICS)
  const profiled = set.points.filter(({ values }) => values.profile_functions !== undefined)
  const chosen = profiled.slice(0, MAX_GROUPED_RESULTS).map(({ resultId }) => resultId)
  const trees = await treesByResult(services, access, await access.queries.profiles.forResults(chosen))
  const shares = new Map<string, GroupShares>(
    [...trees].map(([resultId, root]) => [resultId, groupProfile(root, rules).percents]),
  )
  const grid = compare(groupPoints(set, shares), comparison)
  return { grid, results: profiled.length, unread: profiled.length - trees.size }
}
