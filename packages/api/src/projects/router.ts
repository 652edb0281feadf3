import type { Project } from '@assay/db/types'
import { projectProcedure } from '../access/project-input.ts'
import { projectFor, roleIn } from '../access/resolve-access.ts'
import { offeredStudies } from '../comparisons/offered-studies.ts'
import { procedure, router } from '../trpc.ts'

export const projectsRouter = router({
  /** The projects that the caller may read. */
  list: procedure.query(async ({ ctx }) => {
    const { db } = ctx.services
    if (ctx.caller.kind === 'person') {
      const projects = await db.projects.listFor(ctx.caller.person.id)
      const readable = projects.filter((found) => found.visibility === 'public' || roleIn(found) !== null)
      return readable.map(({ roles: _roles, ...project }): Project => project)
    }
    const projects = await db.projects.list()
    const own = ctx.caller.kind === 'token' && ctx.caller.scopes.includes('read') ? ctx.caller.project.id : null
    return projects.filter((project) => project.visibility === 'public' || project.id === own)
  }),
  /** Whether the caller may write here: what decides which forms a page shows. The procedures ask again. */
  mayWrite: projectProcedure.query(
    async ({ ctx, input }) => (await projectFor(ctx.services, ctx.caller, input.project, 'write')).ok,
  ),
  bySlug: projectProcedure.query(({ ctx }) => ctx.access.project),
  /** What is here, and the comparisons worth opening. */
  home: projectProcedure.query(async ({ ctx }) => {
    const [home, studies] = await Promise.all([ctx.access.queries.home(), offeredStudies(ctx.access.queries)])
    return { ...home, studies }
  }),
})
