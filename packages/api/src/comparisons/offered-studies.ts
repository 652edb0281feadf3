import type { ProjectQueries } from '@assay/db/types'
import { offerStudies } from '@assay/domain/compare/studies'
import type { Study } from '@assay/domain/compare/study'

/** The named comparisons that the data of a project allows. */
export async function offeredStudies({ dimensions }: ProjectQueries): Promise<Study[]> {
  const [observed, varying] = await Promise.all([
    dimensions.observed({ filters: {}, allSteps: false }),
    dimensions.varying(),
  ])
  return offerStudies(observed, varying)
}
