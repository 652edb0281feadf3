import type { ClaimedMessage, Project, ProjectQueries } from '@assay/db/types'
import type { By } from '@assay/domain/specs/actions/permissions'
import { roleIn } from '../access/resolve-access.ts'
import { createReplyAddress } from '../mail-replies/reply-address.ts'
import type { Services } from '../services.ts'
import { hasExpired } from '../shares/link-expiry.ts'
import { nextAttempt } from './retry-delay.ts'
import { writeSpecMail } from './write-spec-mail.ts'
import { parseWrittenMail } from './written-spec-mail.ts'

type Delivering = Pick<Services, 'db' | 'now' | 'publicUrl' | 'mail' | 'tokenHash'>
type Message = ClaimedMessage & { subscriptionId: string }
/**
 * `hasLink` is false for a guest whose link expired with the review. `canReply` is false for a person whose sign-in needs
 * more than a password, because an answer by mail cannot prove that.
 */
type Recipient = { to: string; by: By; hasLink: boolean; canReply: boolean }

/** Sends a mail about specs. The first attempt writes it from the current specs; retries send the same text. */
export async function deliverSpecMail(
  services: Delivering,
  { project, queries, message }: { project: Project; queries: ProjectQueries; message: Message },
): Promise<void> {
  const { messages, specSubscriptions } = queries
  const subscription = await specSubscriptions.find(message.subscriptionId)
  if (subscription === null || subscription.muted)
    return messages.drop(message.id, 'The recipient turned off e-mails about specs.')
  const recipient = await recipientOf(services, { project, queries }, subscription.key)
  if ('nobody' in recipient) return messages.drop(message.id, recipient.nobody)
  const { to, by, hasLink } = recipient
  const { replies } = services.mail
  let { body } = message
  if (body === null) {
    const { publicUrl, mail } = services
    const canReply = replies !== undefined && recipient.canReply && hasLink
    const context = { project, queries, by, to, hasLink, canReply, publicUrl, from: mail.from, now: services.now() }
    const written = await writeSpecMail(
      { ...context, mutedSpecs: subscription.mutedSpecs, mutedKinds: subscription.mutedKinds },
      message.kind,
      await specSubscriptions.listNotices(message.id),
    )
    if ('nothing' in written) return messages.drop(message.id, written.nothing)
    body = JSON.stringify(written)
    await messages.saveBody(message.id, body)
  }
  const began = performance.now()
  const { reply, ...letter } = parseWrittenMail(body)
  // The address contains a secret, so it is created for each attempt and not stored.
  const replyTo =
    reply === undefined || replies === undefined
      ? undefined
      : createReplyAddress(services, replies.address, { projectId: project.id, messageId: message.id })
  const outcome = await send(services, { to, messageId: message.id, ...letter, replyTo })
  if (outcome === 'not-configured') return messages.drop(message.id, 'This server sends no mail.')
  const at = services.now()
  const { delivered } = outcome
  const nextAt = delivered ? null : nextAttempt(message.attempts, at)
  const tookMs = Math.round(performance.now() - began)
  await messages.recordAttempt(
    message.id,
    { at: at.toISOString(), delivered, status: null, reply: outcome.reply, tookMs, nextAt },
    0,
  )
}

/** The recipient: a member with a verified address, or a guest whose link is not revoked. */
async function recipientOf(
  { db, now }: Delivering,
  { project, queries }: { project: Project; queries: ProjectQueries },
  key: string,
): Promise<Recipient | { nobody: string }> {
  const [kind, id = ''] = key.split(':', 2)
  if (kind === 'person') {
    const own = await db.channels.findMailAddress(id)
    if (own === null || !own.verified) return { nobody: 'The address of the account is not verified.' }
    const found = await db.projects.findFor(project.id, id)
    const role = found === null ? null : roleIn(found)
    if (role === null && project.visibility !== 'public')
      return { nobody: 'The recipient can no longer read the project.' }
    const as = role === 'owner' ? 'maintainer' : (role ?? 'none')
    const canReply = !(await db.accounts.needsSecondStep(own.email))
    return { to: own.email, by: { person: { key, name: own.name }, role: as }, hasLink: true, canReply }
  }
  const guest = await queries.guestLinks.findGuest(key)
  if (guest === null || guest.email === null || hasExpired(guest.until, now()))
    return { nobody: 'The link of the recipient expired or was revoked.' }
  const by: By = { person: { key, name: guest.name }, role: 'none' }
  return { to: guest.email, by, hasLink: guest.hasLink, canReply: true }
}

async function send({ mail }: Delivering, letter: Parameters<Services['mail']['sendMail']>[0]) {
  try {
    const sent = await mail.sendMail(letter)
    return sent === 'not-configured' ? sent : { delivered: true, reply: 'Accepted by the mail server.' }
  } catch (error) {
    return { delivered: false, reply: (error instanceof Error ? error.message : String(error)).slice(0, 2_000) }
  }
}
