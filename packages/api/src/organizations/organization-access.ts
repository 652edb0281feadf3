import type { Actor, MemberRole, OrganizationWithRole } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import { personNeeded } from '../access/refuse-caller.ts'
import { actorOf, type Caller, type Person } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { orThrow, procedure } from '../trpc.ts'

export const OrganizationSlug = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,62}$/,
    'the name of an organization in addresses has lower-case letters, digits and dashes',
  )

export const OrganizationName = z.string().trim().min(1).max(100)

/** Roles, strongest first. */
export const ROLES = ['owner', 'maintainer', 'author', 'viewer'] as const satisfies MemberRole[]

/** A role that can be assigned; weakest first. */
export const GivenRole = z.enum(['viewer', 'author', 'maintainer', 'owner'])

/** Roles that a member with this role can assign and revoke: their own and weaker ones. */
export const rolesUpTo = (role: MemberRole): readonly MemberRole[] => ROLES.slice(ROLES.indexOf(role))

/** Actions on an organization: members read, maintainers manage, owners own. */
type OrganizationVerb = 'read' | 'manage' | 'own'

const MIN_ROLE: Record<OrganizationVerb, MemberRole> = { read: 'viewer', manage: 'maintainer', own: 'owner' }

type OrganizationAccess = { organization: OrganizationWithRole; person: Person; by: Actor }

/** Returns the organization if the caller is a member with this permission; others get the error of a missing one. */
export async function organizationFor(
  { db }: Services,
  caller: Caller,
  slug: string,
  verb: OrganizationVerb,
): Promise<Result<OrganizationAccess, AppError>> {
  const person = requirePerson(caller)
  if (!person.ok) return person
  const organization = await db.organizations.findFor(slug, person.value.id)
  if (organization === null) {
    const named = JSON.stringify(slug)
    return err(
      appError(
        'not-found',
        `Organization ${named} does not exist, or you are not a member of it. Check the name, or ask an owner for an invitation.`,
      ),
    )
  }
  const { role, name } = organization
  if (rolesUpTo(role).includes(MIN_ROLE[verb])) return ok({ organization, person: person.value, by: actorOf(caller) })
  return err(appError('role-missing', `This needs the role ${MIN_ROLE[verb]} in ${name}; yours is ${role}.`))
}

/** Returns the signed-in person; a token belongs to a project and has no person. */
function requirePerson(caller: Caller): Result<Person, AppError> {
  if (caller.kind === 'person') return ok(caller.person)
  return err(personNeeded())
}

/** A procedure for signed-in people. */
export const personProcedure = procedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, person: orThrow(requirePerson(ctx.caller)), by: actorOf(ctx.caller) } }),
)

/** Creates a procedure on an organization for callers with the permission `verb`. */
export const organizationProcedure = (verb: OrganizationVerb) =>
  procedure.input(z.object({ organization: OrganizationSlug })).use(async ({ ctx, input, next }) => {
    const access = orThrow(await organizationFor(ctx.services, ctx.caller, input.organization, verb))
    return next({ ctx: { ...ctx, ...access } })
  })
