import { err, ok } from '@assay/domain/result'
import type { RequestFacts } from '../access/request-facts.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { AccountContext } from '../accounts/open-accounts.ts'
import { actorOf } from '../accounts/sign-in.ts'
import { appError } from '../errors.ts'
import { ROLES } from '../organizations/organization-access.ts'

/** Lets a person leave an organization that requires an identity provider that does not know the person. */
export async function leaveOrganization(
  { db, now, findSession }: AccountContext,
  request: RequestFacts,
  { organization: slug }: { organization: string },
): ReturnType<Accounts['leaveOrganization']> {
  const session = await findSession(request)
  if (session === null || session.needsFactor) return err(appError('sign-in-failed', 'Sign in first.'))
  const { person } = session
  const organization = await db.organizations.findFor(slug, person.id)
  if (organization === null)
    return err(appError('not-found', 'You are not a member of this organization. Reload the page.'))
  const removed = { personId: person.id, of: ROLES, at: now() }
  const { outcome } = await db.organizations.removeMember(organization.id, removed, actorOf(request, person))
  if (outcome === 'done') return ok({ cookies: [] })
  return err(appError('conflict', `You are the only owner of ${organization.name}. Ask the operator of this server.`))
}
