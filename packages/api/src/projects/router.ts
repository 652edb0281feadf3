import { projectProcedure } from '../access/project-input.ts'
import { offeredStudies } from '../comparisons/offered-studies.ts'
import { procedure, router } from '../trpc.ts'

export const projectsRouter = router({
  /** The projects that the caller may read. */
  list: procedure.query(async ({ ctx }) => {
    const projects = await ctx.services.db.projects.list()
    const own = ctx.caller.kind === 'token' && ctx.caller.scopes.includes('read') ? ctx.caller.project.id : null
    return projects.filter((project) => project.visibility === 'public' || project.id === own)
  }),
  bySlug: projectProcedure.query(({ ctx }) => ctx.access.project),
  /** What is here, and the comparisons worth opening. */
  home: projectProcedure.query(async ({ ctx }) => {
    const [home, studies] = await Promise.all([ctx.access.queries.home(), offeredStudies(ctx.access.queries)])
    return { ...home, studies }
  }),
})
