import type { StoredProfile } from '@assay/db/types'
import type { Comparison } from '@assay/domain/compare/comparison'
import type { Point } from '@assay/domain/compare/point'
import { filtersOfResults, ofShares } from '@assay/domain/compare/studies/profiles/profiles-study'
import { isSampled } from '@assay/domain/run/cpu-profile/stack-profile'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readPoints } from '../comparisons/read-comparison.ts'

/** A profile with the coordinates of its result: version, test, clients and so on. */
export type ListedProfile = StoredProfile & { coordinates: Point['coordinates'] }

const MAX_LISTED_PROFILES = 500

/** The profiles of the results that pass the filters of a comparison, in the order of their results. */
export async function listProfiles(access: ProjectAccess, requested: Comparison): Promise<ListedProfile[]> {
  const comparison = { ...ofShares(requested), filters: filtersOfResults(requested) }
  const { points } = await readPoints(access, comparison, ['profile_functions'])
  const chosen = points.slice(0, MAX_LISTED_PROFILES)
  const stored = await access.queries.profiles.forResults(chosen.map(({ resultId }) => resultId))
  const byResult = Map.groupBy(stored, ({ resultId }) => resultId)
  return chosen.flatMap(({ resultId, coordinates }) =>
    (byResult.get(resultId) ?? []).filter(isSampled).map((profile) => ({ ...profile, coordinates })),
  )
}
