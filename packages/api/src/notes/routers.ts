import { Slug } from '@assay/domain/findings/notes/note-text'
import { z } from 'zod'
import { projectProcedure, writingProcedure } from '../access/project-input.ts'
import { orNotFound } from '../or-not-found.ts'
import { orThrow, router } from '../trpc.ts'
import { addAnnotation, deletedOrNotFound, saveComparison, saveKnownBug } from './write-notes.ts'

const bySlug = z.object({ slug: Slug })

export const knownBugsRouter = router({
  list: projectProcedure.query(({ ctx }) => ctx.access.queries.knownBugs.list()),
  get: projectProcedure
    .input(bySlug)
    .query(async ({ ctx, input }) => orNotFound(await ctx.access.queries.knownBugs.find(input.slug), 'known bug')),
  save: writingProcedure
    .input(z.object({ bug: z.unknown() }))
    .mutation(async ({ ctx, input }) => orThrow(await saveKnownBug(ctx.access, input.bug))),
  remove: writingProcedure
    .input(bySlug)
    .mutation(async ({ ctx, input }) =>
      orThrow(deletedOrNotFound(await ctx.access.queries.knownBugs.remove(input.slug), 'known bug')),
    ),
})

export const annotationsRouter = router({
  list: projectProcedure.query(({ ctx }) => ctx.access.queries.annotations.list()),
  add: writingProcedure
    .input(z.object({ annotation: z.unknown() }))
    .mutation(async ({ ctx, input }) => orThrow(await addAnnotation(ctx.access, input.annotation))),
  remove: writingProcedure
    .input(z.object({ id: z.uuid() }))
    .mutation(async ({ ctx, input }) =>
      orThrow(deletedOrNotFound(await ctx.access.queries.annotations.remove(input.id), 'note')),
    ),
})

export const savedComparisonsRouter = router({
  list: projectProcedure.query(({ ctx }) => ctx.access.queries.savedComparisons.list()),
  get: projectProcedure
    .input(bySlug)
    .query(async ({ ctx, input }) =>
      orNotFound(await ctx.access.queries.savedComparisons.find(input.slug), 'saved comparison'),
    ),
  save: writingProcedure
    .input(bySlug.extend({ comparison: z.unknown() }))
    .mutation(async ({ ctx, input }) => orThrow(await saveComparison(ctx.access, input.slug, input.comparison))),
  remove: writingProcedure
    .input(bySlug)
    .mutation(async ({ ctx, input }) =>
      orThrow(deletedOrNotFound(await ctx.access.queries.savedComparisons.remove(input.slug), 'saved comparison')),
    ),
})
