import { Slug } from '@assay/domain/findings/notes/note-text'
import { z } from 'zod'
import { projectProcedure, writingProcedure } from '../access/project-input.ts'
import { orThrow, router } from '../trpc.ts'
import { readExperiment } from './read-experiment.ts'
import { createExperiment, endExperiment } from './write-experiments.ts'

const bySlug = z.object({ slug: Slug })

export const experimentsRouter = router({
  list: projectProcedure.query(({ ctx }) => ctx.access.queries.experiments.list()),
  get: projectProcedure
    .input(bySlug)
    .query(async ({ ctx, input }) => orThrow(await readExperiment(ctx.access, ctx.caller, input.slug))),
  create: writingProcedure
    .input(z.object({ experiment: z.unknown() }))
    .mutation(async ({ ctx, input }) => orThrow(await createExperiment(ctx.access, input.experiment))),
  end: writingProcedure
    .input(bySlug)
    .mutation(async ({ ctx, input }) => orThrow(await endExperiment(ctx.access, input.slug))),
})
