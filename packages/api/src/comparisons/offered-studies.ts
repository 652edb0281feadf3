import type { ProjectQueries } from '@assay/db/types'
import { offerStudies } from '@assay/domain/compare/studies'
import type { Study } from '@assay/domain/compare/study'
import { PROFILE_METRICS, profileStudy } from '@assay/domain/studies/profiles'

/** The named comparisons that the data of a project allows. */
export async function offeredStudies({ dimensions, metrics, cells }: ProjectQueries): Promise<Study[]> {
  const known = new Set((await metrics.list()).map(({ name }) => name))
  const hasProfiles = PROFILE_METRICS.some((name) => known.has(name))
  const [observed, varying, profiled] = await Promise.all([
    dimensions.observed({ filters: {}, allSteps: false }),
    dimensions.varying(),
    hasProfiles ? cells.list({ filters: {}, metrics: PROFILE_METRICS, newestOnly: true, allSteps: true }) : null,
  ])
  return [...offerStudies(observed, varying), ...(profiled === null ? [] : profileStudy(profiled))]
}
