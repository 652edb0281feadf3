import type { StoredProfile } from '@assay/db/types'
import { compare } from '@assay/domain/compare/compare'
import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import {
  filtersOfResults,
  type GroupShares,
  groupPoints,
  ofShares,
  PROFILE_METRICS,
} from '@assay/domain/compare/studies/profiles/profiles-study'
import type { GroupRule } from '@assay/domain/run/cpu-profile/group-rules'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readPoints } from '../comparisons/read-comparison.ts'
import { WorkRefused } from '../http/fault.ts'
import type { Services } from '../services.ts'
import { ofBestKind, readProfileFiles } from './read-profiles.ts'

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
  const shares = new Map<string, GroupShares>()
  const byResult = Map.groupBy(await access.queries.profiles.forResults(chosen), ({ resultId }) => resultId)
  // Sequential, so that a page with many results does not hold all their files in memory.
  for (const [resultId, stored] of byResult) {
    const percents = await groupResult(services, access, stored, rules)
    if (percents !== null) shares.set(resultId, percents)
  }
  const grid = compare(groupPoints(set, shares), comparison)
  return { grid, results: profiled.length, unread: profiled.length - shares.size }
}

/** @throws WorkRefused when a file goes over the limits of its thread */
async function groupResult(
  services: Services,
  access: ProjectAccess,
  stored: readonly StoredProfile[],
  rules: readonly GroupRule[],
): Promise<GroupShares | null> {
  const { files, isSmall } = await readProfileFiles(services, access, ofBestKind(stored))
  const options = { key: access.project.id, isSmall }
  const grouped = await services.workers.run('group-profiles', { files, rules }, options)
  if (!grouped.ok) throw new WorkRefused(grouped.error)
  return grouped.value
}
