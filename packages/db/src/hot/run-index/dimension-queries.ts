import { setImmediate } from 'node:timers/promises'
import type { DimensionName } from '@assay/domain/compare/dimension'
import type { ProjectQueries } from '../../types.ts'
import { readFacets } from './facets.ts'
import { listComparableVersions } from './list-comparable-versions.ts'
import { listStudyEnvironments } from './list-study-environments.ts'
import { mixedDimensions } from './mixed-dimensions.ts'
import type { RunIndexCache } from './run-index-cache.ts'
import { varyingDimensions } from './varying-dimensions.ts'

/** Time after which others get the event loop: a large project has tens of studies, and each takes milliseconds. */
const MAX_TURN_MS = 10

/** Queries about the values of dimensions, which the run index answers without SQL. */
export const dimensionQueries = (projectId: string, runIndexes: RunIndexCache): ProjectQueries['dimensions'] => ({
  facets: async (query) => readFacets(await runIndexes.fresh(projectId), query),
  varying: async () => varyingDimensions(await runIndexes.fresh(projectId)),
  comparableVersions: async () => listComparableVersions(await runIndexes.fresh(projectId)),
  studyEnvironments: async () => listStudyEnvironments(await runIndexes.fresh(projectId)),
  mixed: async (queries) => {
    const runIndex = await runIndexes.fresh(projectId)
    const mixed: DimensionName[][] = []
    let turnBegan = performance.now()
    for (const query of queries) {
      if (performance.now() - turnBegan > MAX_TURN_MS) {
        await setImmediate()
        turnBegan = performance.now()
      }
      mixed.push(mixedDimensions(runIndex, query))
    }
    return mixed
  },
})
