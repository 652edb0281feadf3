import { z } from 'zod'
import { managingProcedure, owningProcedure } from '../access/project-input.ts'
import { actorOf } from '../access/resolve-access.ts'
import { organizationProcedure } from '../organizations/organization-access.ts'
import { router } from '../trpc.ts'

const Limit = z.int().min(0).max(1e15).nullable().optional()

/** Null removes a limit; a kind that is omitted keeps its limit. */
const ProjectQuotas = z.strictObject({ members: Limit, runs: Limit, bytes: Limit, links: Limit })

export const quotasRouter = router({
  /** Returns the used amount and the limit of each kind. */
  ofProject: managingProcedure.query(({ ctx }) => ctx.services.db.quotas.ofProject(ctx.access.project)),
  ofOrganization: organizationProcedure('read').query(({ ctx }) =>
    ctx.services.db.quotas.ofOrganization(ctx.organization.id),
  ),
  /** Bytes by kind. */
  storageOfProject: managingProcedure.query(async ({ ctx }) => {
    const { id, organization } = ctx.access.project
    const stored = await ctx.services.db.quotas.storedBytes(organization.id)
    const { values = 0, samples = 0, files = 0 } = stored.find(({ projectId }) => projectId === id) ?? {}
    return { values, samples, files }
  }),
  /** Bytes by kind of each project, the largest first. */
  storageOfOrganization: organizationProcedure('manage').query(async ({ ctx }) => {
    const { quotas, organizations } = ctx.services.db
    const projects = new Map((await organizations.projects(ctx.organization.id)).map(({ id, slug }) => [id, slug]))
    const stored = await quotas.storedBytes(ctx.organization.id)
    return stored.map(({ projectId, ...bytes }) => ({ project: projects.get(projectId) ?? '', ...bytes }))
  }),
  setForProject: owningProcedure
    .input(z.object({ quotas: ProjectQuotas }))
    .mutation(({ ctx, input }) =>
      ctx.services.db.quotas.setForProject(ctx.access.project, input.quotas, actorOf(ctx.caller)),
    ),
})
