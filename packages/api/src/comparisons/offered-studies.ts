import type { ProjectQueries } from '@assay/db/types'
import { offerStudies, type Study } from '@assay/domain/compare/studies'

/** The named comparisons that the data of a project allows. */
export async function offeredStudies(queries: ProjectQueries): Promise<Study[]> {
  return offerStudies(await queries.dimensions.observed({ filters: {}, allSteps: false }))
}
