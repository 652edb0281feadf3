import type { ProjectQueries } from '../../types.ts'
import { readFacets } from './facets.ts'
import { listComparableVersions } from './list-comparable-versions.ts'
import { mixedDimensions } from './mixed-dimensions.ts'
import type { RunIndexCache } from './run-index-cache.ts'
import { varyingDimensions } from './varying-dimensions.ts'

/** Queries about the values of dimensions, which the run index answers without SQL. */
export const dimensionQueries = (projectId: string, runIndexes: RunIndexCache): ProjectQueries['dimensions'] => ({
  facets: async (query) => readFacets(await runIndexes.fresh(projectId), query),
  varying: async () => varyingDimensions(await runIndexes.fresh(projectId)),
  comparableVersions: async () => listComparableVersions(await runIndexes.fresh(projectId)),
  mixed: async (queries) => {
    const runIndex = await runIndexes.fresh(projectId)
    return queries.map((query) => mixedDimensions(runIndex, query))
  },
})
