import type { ProjectQueries } from '@assay/db/types'
import { offerStudies } from '@assay/domain/compare/studies'
import type { Study } from '@assay/domain/compare/study'
import { PROFILE_METRICS, profileStudy } from '@assay/domain/studies/profiles'

/** The named comparisons that the data of a project allows. */
export async function offeredStudies({ dimensions, cells }: ProjectQueries): Promise<Study[]> {
  const [observed, varying, profiled] = await Promise.all([
    dimensions.observed({ filters: {}, allSteps: false }),
    dimensions.varying(),
    cells.list({ filters: {}, metrics: PROFILE_METRICS, newestOnly: true, allSteps: true }),
  ])
  return [...offerStudies(observed, varying), ...profileStudy(profiled)]
}
