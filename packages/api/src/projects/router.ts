import type { Project } from '@assay/db/types'
import { err, ok } from '@assay/domain/result'
import { coverageOf } from '@assay/domain/run/coverage'
import { z } from 'zod'
import { managingProcedure, owningProcedure, ProjectSlug, projectProcedure } from '../access/project-input.ts'
import { actorOf, projectFor, roleIn } from '../access/resolve-access.ts'
import { Email } from '../accounts/form-error.ts'
import { offeredStudies } from '../comparisons/offered-studies.ts'
import { appError } from '../errors.ts'
import { limitCreation } from '../organizations/limit-creation.ts'
import { GivenRole, organizationProcedure, rolesUpTo } from '../organizations/organization-access.ts'
import { orThrow, procedure, router } from '../trpc.ts'
import { checkRecentSignIn } from './check-recent-sign-in.ts'

const VISIBILITIES = ['public', 'internal', 'private'] as const
const Name = z.string().trim().min(1).max(100)
const Description = z.string().trim().max(2_000)

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
  /** True when the caller can write here. Pages use it to show forms; the procedures check again. */
  mayWrite: projectProcedure.query(
    async ({ ctx, input }) => (await projectFor(ctx.services, ctx.caller, input.project, 'write')).ok,
  ),
  bySlug: projectProcedure.query(({ ctx }) => ctx.access.project),
  /** Contents of the project page, and the suggested studies. */
  home: projectProcedure.query(async ({ ctx }) => {
    const { queries } = ctx.access
    const [home, studies, environments] = await Promise.all([
      queries.home(),
      offeredStudies(queries),
      queries.dimensions.comparableVersions(),
    ])
    return { ...home, studies, coverage: coverageOf(environments) }
  }),

  create: organizationProcedure('manage')
    .input(
      z.object({
        slug: ProjectSlug,
        name: Name,
        description: Description.default(''),
        visibility: z.enum(VISIBILITIES).default('private'),
      }),
    )
    .mutation(async ({ ctx, input: { organization: _named, ...project } }) => {
      orThrow(await limitCreation(ctx.services, ctx.person.id, 'project'))
      const made = await ctx.services.db.organizations.createProject(ctx.organization.id, project, ctx.by)
      return (
        made ??
        orThrow(
          err(
            appError(
              'conflict',
              `${ctx.organization.name} has a project ${project.slug} already. Choose another name.`,
            ),
          ),
        )
      )
    }),

  /** The caller's role. Pages use it to show settings; the procedures check again. */
  mine: projectProcedure.query(({ ctx }) => ({ project: ctx.access.project, role: ctx.access.role })),

  /** Fields that are omitted keep their value. Only owners change the visibility. */
  update: managingProcedure
    .input(
      z.object({
        name: Name.optional(),
        description: Description.optional(),
        visibility: z.enum(VISIBILITIES).optional(),
      }),
    )
    .mutation(async ({ ctx, input: { project: _named, ...changes } }) => {
      const { project, role } = ctx.access
      const shows = changes.visibility !== undefined && changes.visibility !== project.visibility
      if (shows && role !== 'owner') {
        orThrow(
          err(appError('role-missing', `Only owners can change the visibility of ${project.name}; you are ${role}.`)),
        )
      }
      await ctx.services.db.organizations.changeProject(project.id, changes, actorOf(ctx.caller))
    }),

  /** Erases the project with all its data. It cannot be undone, so the caller types its name. */
  erase: owningProcedure.input(z.object({ confirm: z.string().max(100) })).mutation(async ({ ctx, input }) => {
    const { project } = ctx.access
    if (input.confirm !== project.slug) {
      orThrow(err(appError('query-invalid', `Type ${project.slug} to erase it. Nothing was erased.`)))
    }
    orThrow(checkRecentSignIn(ctx))
    await ctx.services.db.organizations.eraseProject(project.id, actorOf(ctx.caller))
  }),

  /** Members with a role on this project. Only they and owners of the organization can open a private project. */
  members: managingProcedure.query(({ ctx }) => ctx.services.db.organizations.projectMembers(ctx.access.project.id)),

  nameMember: managingProcedure.input(z.object({ email: Email, role: GivenRole })).mutation(async ({ ctx, input }) => {
    const { project, role } = ctx.access
    if (role === null || !rolesUpTo(role).includes(input.role)) {
      orThrow(
        err(
          appError(
            'role-missing',
            `Your role is ${role}, and you cannot assign a higher one. Choose a lower role, or ask an owner.`,
          ),
        ),
      )
    }
    const named = await ctx.services.db.organizations.nameOnProject(project.id, input, actorOf(ctx.caller))
    const nobody = `Nobody with this address is a member of ${project.organization.name}. Invite them there first.`
    orThrow(named ? ok(null) : err(appError('not-found', nobody)))
  }),

  removeMember: managingProcedure.input(z.object({ personId: z.uuid() })).mutation(async ({ ctx, input }) => {
    const gone = await ctx.services.db.organizations.takeOffProject(
      ctx.access.project.id,
      input.personId,
      actorOf(ctx.caller),
    )
    orThrow(
      gone
        ? ok(null)
        : err(appError('not-found', 'This person has no role of their own in this project. Reload the page.')),
    )
  }),
})
