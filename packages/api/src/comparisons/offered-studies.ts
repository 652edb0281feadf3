import type { ProjectQueries } from '@assay/db/types'
import { offerStudies } from '@assay/domain/compare/studies'
import type { Study } from '@assay/domain/compare/study'

/** The named comparisons that the data of a project allows. */
export async function offeredStudies(queries: ProjectQueries): Promise<Study[]> {
  return offerStudies(await queries.dimensions.observed({ filters: {}, allSteps: false }))
}
