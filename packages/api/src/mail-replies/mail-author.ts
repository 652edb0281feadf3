import { scopeOf } from '@assay/db/open'
import type { Actor, MemberRole, Message, Project, ProjectQueries } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import type { By } from '@assay/domain/specs/actions/permissions'
import { roleIn } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'
import { hasExpired } from '../shares/link-expiry.ts'

/** The recipient of a notification, who answers it; `refusal` is the reason why they may not do so now. */
export type MailAuthor = {
  project: Project
  message: Message & { body: string | null }
  email: string
  by: By
  role: MemberRole | null
  isGuest: boolean
  refusal: string | null
  actor(requestId: string): Actor
}

type Directory = Pick<Services, 'db' | 'now'>

/** Finds the recipient of a notification, with the role that they have now. An error is for the log, and names nobody. */
export async function findMailAuthor(
  services: Directory,
  { project, messageId }: { project: Project; messageId: string },
): Promise<Result<MailAuthor, string>> {
  const queries = services.db.in(scopeOf(project))
  const message = await queries.messages.find(messageId)
  const subscription =
    message?.subscriptionId == null ? null : await queries.specSubscriptions.find(message.subscriptionId)
  if (message === null || subscription === null) return err('The notification is not stored any more.')
  const [kind, id = ''] = subscription.key.split(':', 2)
  return kind === 'person'
    ? findMember(services, { project, message, id })
    : findGuest(services, { project, message, queries, key: subscription.key, id })
}

type Found = Pick<MailAuthor, 'project' | 'message'> & { id: string }

async function findMember({ db }: Directory, { project, message, id }: Found): Promise<Result<MailAuthor, string>> {
  const own = await db.channels.findMailAddress(id)
  if (own === null || !own.verified) return err('The address of the account is not verified.')
  const roles = await db.projects.findFor(project.id, id)
  const role = roles === null ? null : roleIn(roles)
  const canRead = role !== null || roles?.visibility === 'public'
  return ok({
    ...{ project, message, email: own.email, role, isGuest: false },
    by: { person: { key: `person:${id}`, name: own.name }, role: role === 'owner' ? 'maintainer' : (role ?? 'none') },
    refusal: !canRead
      ? 'You can no longer read the project.'
      : (await db.accounts.needsSecondStep(own.email))
        ? NEEDS_SECOND_STEP
        : null,
    actor: (requestId) => ({ kind: 'person', id, name: own.name, requestId, address: null }),
  })
}

const NEEDS_SECOND_STEP =
  'Your sign-in needs more than a password, such as a code or an identity provider. An e-mail cannot prove that, so answer on the page.'

async function findGuest(
  { now }: Directory,
  { project, message, queries, key, id }: Found & { queries: ProjectQueries; key: string },
): Promise<Result<MailAuthor, string>> {
  const guest = await queries.guestLinks.findGuest(key)
  if (guest === null || guest.email === null) return err('The link of the guest was revoked.')
  const isOver = !guest.hasLink || hasExpired(guest.until, now())
  return ok({
    ...{ project, message, email: guest.email, role: null, isGuest: true },
    by: { person: { key, name: guest.name }, role: 'none' },
    refusal: isOver ? 'Your link expired. Ask the authors of the spec for a new one.' : null,
    actor: (requestId) => ({ kind: 'guest', id, name: guest.name, requestId, address: null }),
  })
}
