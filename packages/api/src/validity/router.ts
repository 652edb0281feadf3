import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { orThrow, procedure, router } from '../trpc.ts'
import { excludeResults, includeResults } from './exclude-results.ts'

const OfRun = z.object({ project: ProjectKey, runId: z.uuid() })

export const validityRouter = router({
  /** Excludes a run, or one result of it, from means and bands, with a reason. */
  invalidate: procedure
    .input(OfRun.extend({ invalidation: z.unknown() }))
    .mutation(async ({ ctx, input: { project, runId, invalidation } }) =>
      orThrow(await excludeResults({ ...ctx, project }, { runId, input: invalidation })),
    ),
  /** Includes the result again; the run keeps reason, person and date. */
  withdraw: procedure
    .input(OfRun.extend({ id: z.uuid() }))
    .mutation(async ({ ctx, input: { project, runId, id } }) =>
      orThrow(await includeResults({ ...ctx, project }, { runId, id })),
    ),
})
