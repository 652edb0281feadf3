import { z } from 'zod'
import { projectProcedure } from '../access/project-input.ts'
import { router } from '../trpc.ts'
import { findEntries } from './find-entries.ts'

export const searchRouter = router({
  /** What a text finds in the project, best first. */
  find: projectProcedure
    .input(z.object({ text: z.string().max(200), limit: z.int().min(1).max(200).default(20) }))
    .query(({ ctx, input }) => findEntries(ctx.access.queries, input.text, input.limit)),
})
