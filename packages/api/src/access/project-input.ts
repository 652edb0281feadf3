import { z } from 'zod'
import { orThrow, procedure } from '../trpc.ts'
import { readableProject } from './resolve-access.ts'

export const ProjectSlug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'a project is named by small letters, digits and dashes')

/** A procedure on a project that the caller may read: its context has the project and its queries. */
export const projectProcedure = procedure
  .input(z.object({ project: ProjectSlug }))
  .use(async ({ ctx, input, next }) => {
    const access = orThrow(await readableProject(ctx.services, ctx.caller, input.project))
    return next({ ctx: { ...ctx, access } })
  })
