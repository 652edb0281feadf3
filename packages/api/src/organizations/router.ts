import { err } from '@assay/domain/result'
import { z } from 'zod'
import { roleIn } from '../access/resolve-access.ts'
import { AuditInput, parseAuditInput } from '../audit/audit-input.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { appError } from '../errors.ts'
import { LinkPolicyInput } from '../shares/link-policy.ts'
import { orThrow, router } from '../trpc.ts'
import { createOrganization } from './create-organization.ts'
import { OrganizationName, OrganizationSlug, organizationProcedure, personProcedure } from './organization-access.ts'

export const organizationsRouter = router({
  /** The organizations of the caller, with the role in each. */
  mine: personProcedure.query(({ ctx }) => ctx.services.db.organizations.listFor(ctx.person.id)),
  create: personProcedure
    .input(z.object({ slug: OrganizationSlug, name: OrganizationName }))
    .mutation(async ({ ctx, input }) => {
      return orThrow(await createOrganization(ctx.services, input, ctx.person.id, ctx.by))
    }),
  /** The organization with the projects that the caller can read. */
  get: organizationProcedure('read').query(async ({ ctx }) => {
    const { organization, person, services } = ctx
    const projects = (await services.db.projects.listFor(person.id)).filter(
      (project) =>
        project.organization.id === organization.id && (project.visibility === 'public' || roleIn(project) !== null),
    )
    return { ...organization, projects: projects.map(({ roles: _roles, ...project }) => project) }
  }),
  rename: organizationProcedure('own')
    .input(z.object({ name: OrganizationName }))
    .mutation(({ ctx, input }) => ctx.services.db.organizations.rename(ctx.organization.id, input.name, ctx.by)),
  /** The rules for links that open without an account; members see them before they create one. */
  linkPolicy: organizationProcedure('read').query(({ ctx }) =>
    ctx.services.db.organizations.linkPolicy(ctx.organization.id),
  ),
  /** Returns the number of open links that now expire earlier. */
  setLinkPolicy: organizationProcedure('own')
    .input(z.object({ policy: LinkPolicyInput }))
    .mutation(async ({ ctx, input }) => {
      const { db, now } = ctx.services
      return { shortened: await db.organizations.setLinkPolicy(ctx.organization.id, input.policy, now(), ctx.by) }
    }),
  /** Returns if members need a second factor, and counts those who have none. */
  secondFactorPolicy: organizationProcedure('manage').query(({ ctx }) =>
    ctx.services.db.organizations.secondFactorPolicy(ctx.organization.id),
  ),
  requireSecondFactor: organizationProcedure('own')
    .input(z.object({ isRequired: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      // Otherwise the owner would lose access with this request.
      if (input.isRequired && ctx.person.hasSecondFactor !== true) orThrow(err(OWN_FACTOR_FIRST))
      await ctx.services.db.organizations.requireSecondFactor(ctx.organization.id, input.isRequired, ctx.by)
      return {}
    }),
  /** The audit log of the organization. */
  audit: organizationProcedure('manage')
    .input(AuditInput)
    .query(({ ctx, input }) => ctx.services.db.organizations.events(ctx.organization.id, parseAuditInput(input))),
  /** Verifies the hash chain of the log. */
  verifyAudit: organizationProcedure('manage').query(({ ctx }) =>
    verifyAudit(ctx.services.db.organizations.auditChain(ctx.organization.id), ctx.services.auditSigner),
  ),
})

const OWN_FACTOR_FIRST = appError(
  'conflict',
  'Add an authenticator app to your own account first, or sign in with a passkey. Otherwise you would lose access.',
)
