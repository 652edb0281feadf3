import { err } from '@assay/domain/result'
import { z } from 'zod'
import { projectProcedure } from '../access/project-input.ts'
import { appError } from '../errors.ts'
import { orThrow, router } from '../trpc.ts'

const byId = z.object({ id: z.uuid() })

/**
 * Returns the value, or throws a 404 with the next step. The error is the same for a row that does not exist and one of
 * another project.
 */
export function orNotFound<T>(value: T | null, what: string): T {
  if (value !== null) return value
  return orThrow(
    err(appError('not-found', `There is no such ${what} in this project. Go back to the list and choose another.`)),
  )
}

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
