import { z } from 'zod'
import { projectProcedure } from '../access/project-input.ts'
import { listSpecs } from '../specs/read-spec.ts'
import { specActorOf } from '../specs/spec-access.ts'
import { router } from '../trpc.ts'
import { findEntries } from './find-entries.ts'

export const searchRouter = router({
  /** Searches the project, best match first. */
  find: projectProcedure
    .input(z.object({ text: z.string().max(200), limit: z.int().min(1).max(200).default(20) }))
    .query(async ({ ctx: { access, caller }, input }) => {
      const specs = await listSpecs(access, specActorOf(access, caller))
      return findEntries(access.queries, specs, input.text, input.limit)
    }),
})
