import type { LinkPolicy } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { rolesUpTo } from '../organizations/organization-access.ts'
import type { Services } from '../services.ts'

/** The rules of an organization for links that open without an account. */
export const LinkPolicyInput: z.ZodType<LinkPolicy> = z.strictObject({
  /** The weakest role that can create and extend links. */
  minRole: z.enum(['author', 'maintainer', 'owner']),
  /** Maximum lifetime of a link in days; null for no limit. */
  maxDays: z.int().min(1).max(3_660).nullable(),
  /** True when service tokens with the scope `write` create links. */
  byTokens: z.boolean(),
  /** Treatment of a member's links when the member is removed. */
  ofRemoved: z.enum(['keep', 'revoke']),
})

/**
 * Refuses a link that the policy of the organization does not allow.
 *
 * @param days requested lifetime; null for no expiry, undefined when it does not change.
 */
export async function checkLinkPolicy(
  { db }: Pick<Services, 'db'>,
  { project, role }: ProjectAccess,
  days: number | null | undefined,
): Promise<Result<true, AppError>> {
  const { organization } = project
  const { minRole, maxDays, byTokens } = await db.organizations.linkPolicy(organization.id)
  // A caller without a role who has write access is a service token.
  if (role === null ? !byTokens : !rolesUpTo(role).includes(minRole)) {
    const mine = role === null ? 'A service token' : `Your role here, ${role},`
    const whom = byTokens || role !== null ? `needs the role ${minRole}` : 'is not for tokens'
    return err(
      appError(
        'role-missing',
        `${mine} cannot create links: in ${organization.name} this ${whom}. An owner changes that on the page of the organization.`,
      ),
    )
  }
  if (maxDays !== null && days !== undefined && (days === null || days > maxDays)) {
    const message = `Links of ${organization.name} open for at most ${maxDays} days`
    return err(
      appError('document-invalid', `${message}. Set days to ${maxDays} or less.`, [{ pointer: '/days', message }]),
    )
  }
  return ok(true)
}
