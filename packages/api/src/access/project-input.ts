import { PROJECT_KEY } from '@assay/domain/projects/project-key'
import { z } from 'zod'
import { orThrow, procedure } from '../trpc.ts'
import { projectFor, type Verb } from './resolve-access.ts'

export const ProjectSlug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'the name of a project in addresses has lower-case letters, digits and dashes')

/** A project in paths and parameters. `ORG~NAME` is `ORG/NAME` in a form that fits in a path. */
export const ProjectKey = z
  .string()
  .regex(PROJECT_KEY, 'a project is named as in its address: ORG/NAME (in paths ORG~NAME), or NAME')

/**
 * Creates a procedure on a project for callers who have the permission `verb`. Its context has the project and
 * tenant-scoped queries.
 */
const projectProcedureFor = (verb: Verb) =>
  procedure
    .meta({ verb })
    .input(z.object({ project: ProjectKey }))
    .use(async ({ ctx, input, next }) => {
      const access = orThrow(await projectFor(ctx.services, ctx.caller, input.project, verb))
      return next({ ctx: { ...ctx, access } })
    })

/** Reads a project: anybody for a public one, members for others. */
export const projectProcedure = projectProcedureFor('read')
/** Writes notes, comparisons and links: authors, and tokens with the scope write. */
export const writingProcedure = projectProcedureFor('write')
/**
 * Deletions that cannot be undone: for maintainers, and for tokens with the scope write, which a maintainer created.
 */
export const removingProcedure = projectProcedureFor('remove')
/** Manages settings, tokens and rules: maintainers. */
export const managingProcedure = projectProcedureFor('manage')
/** Manages members and visibility, and erases the project: owners. */
export const owningProcedure = projectProcedureFor('own')
