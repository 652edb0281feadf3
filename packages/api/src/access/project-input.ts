import { z } from 'zod'
import { orThrow, procedure } from '../trpc.ts'
import { projectFor, type Verb } from './resolve-access.ts'

export const ProjectSlug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'a project is named by small letters, digits and dashes')

/** A procedure on a project with which the caller may do this: its context has the project and its queries. */
const projectProcedureFor = (verb: Verb) =>
  procedure
    .meta({ verb })
    .input(z.object({ project: ProjectSlug }))
    .use(async ({ ctx, input, next }) => {
      const access = orThrow(await projectFor(ctx.services, ctx.caller, input.project, verb))
      return next({ ctx: { ...ctx, access } })
    })

/** Reading: anybody in a public project, members in others. */
export const projectProcedure = projectProcedureFor('read')
/** Writing notes, comparisons, links: authors, and tokens with the scope write. */
export const writingProcedure = projectProcedureFor('write')
/**
 * Deletions that cannot be undone: for maintainers, and for tokens with the scope write, which a maintainer created.
 */
export const removingProcedure = projectProcedureFor('remove')
/** Settings, tokens, rules: maintainers. */
export const managingProcedure = projectProcedureFor('manage')
/** Members, visibility, the end of it: owners. */
export const owningProcedure = projectProcedureFor('own')
