import { z } from 'zod'
import { projectProcedure } from '../access/project-input.ts'
import { orNotFound } from '../or-not-found.ts'
import { router } from '../trpc.ts'

const byId = z.object({ id: z.uuid() })

export const hardwareRouter = router({
  list: projectProcedure.query(({ ctx }) => ctx.access.queries.hardware.list()),
  get: projectProcedure
    .input(byId)
    .query(async ({ ctx, input }) => orNotFound(await ctx.access.queries.hardware.find(input.id), 'hardware')),
})

export const buildsRouter = router({
  list: projectProcedure.query(({ ctx }) => ctx.access.queries.builds.list()),
  get: projectProcedure
    .input(byId)
    .query(async ({ ctx, input }) => orNotFound(await ctx.access.queries.builds.find(input.id), 'build')),
})

export const configsRouter = router({
  list: projectProcedure.query(({ ctx }) => ctx.access.queries.configs.list()),
  get: projectProcedure
    .input(byId)
    .query(async ({ ctx, input }) => orNotFound(await ctx.access.queries.configs.find(input.id), 'config')),
})
