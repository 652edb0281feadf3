import { scopeOf } from '@assay/db/open'
import type { ClaimedMessage, Project, ProjectQueries, SealedChannel } from '@assay/db/types'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { writeMail } from '../mail/mail.ts'
import { log } from '../observability/log.ts'
import { deliverSpecMail } from './deliver-spec-mail.ts'
import type { DeliveryServices } from './delivery-services.ts'
import { ownerCanRead } from './owner-can-read.ts'
import { MAX_CONSECUTIVE_FAILURES, nextAttempt } from './retry-delay.ts'
import { type Outcome, sendMessage } from './send-message.ts'
import { writeDigestMessage } from './write-digest-message.ts'
import { writeFindingMessage } from './write-finding-message.ts'
import { writeSummaryMessage } from './write-summary-message.ts'
import { writeTestMessage } from './write-test-message.ts'

/**
 * Longer than the time-out of an attempt, because a killed worker holds a message until the lease expires. A mail has a
 * longer one.
 */
const LEASE_MS = 15_000
const MAX_REPLY_CHARACTERS = 2_000
/** Delay before a message whose product must be scanned first is tried again. */
const SCAN_MS = 10_000

/**
 * Sends a message that is due and that no other worker holds. One transaction stores the outcome and its effect:
 * delivered, retry later, or failed. If a worker is killed between sending and storing, the message is sent again under
 * the same id when the lease expires.
 */
export async function deliverMessage(
  services: DeliveryServices,
  { projectId, deliveryId }: { projectId: string; deliveryId: string },
): Promise<void> {
  const project = (await services.db.projects.list()).find(({ id }) => id === projectId)
  // The project was erased after the job was enqueued.
  if (project === undefined) return
  const queries = services.db.in(scopeOf(project))
  const { messages } = queries
  const message = await messages.claim(deliveryId, services.now(), LEASE_MS)
  if (message === null) return
  const { channelId, subscriptionId } = message
  if (subscriptionId !== null) {
    return deliverSpecMail(services, { project, queries, message: { ...message, subscriptionId } })
  }
  // A constraint of the table makes exactly one of channelId and personId non-null.
  if (channelId === null) return
  const channel = await services.db.channels.findSealed({ projectId, id: channelId })
  // The channel was removed in the meantime, and its messages with it.
  if (channel === null) return
  const body = await bodyOf(services, { project, queries, messages, message, channel })
  if (body === null) return
  const began = performance.now()
  const outcome = await sendMessage(services, { channel, message, body })
  if ('dropped' in outcome) return messages.drop(message.id, outcome.dropped)
  await store(services, {
    project,
    queries,
    messages,
    message,
    channel,
    outcome,
    tookMs: Math.round(performance.now() - began),
  })
}

type Sending = {
  project: Project
  queries: ProjectQueries
  messages: ProjectQueries['messages']
  message: ClaimedMessage
  channel: SealedChannel
}

/**
 * Returns the text of a message: the text of the first attempt, otherwise one written from the current data. Null when
 * the message is not to be sent.
 */
async function bodyOf(services: DeliveryServices, sending: Sending): Promise<string | null> {
  const { project, messages, message, channel } = sending
  const refuse = async (why: string) => {
    await messages.drop(message.id, why)
    return null
  }
  if (message.channel.paused && message.kind !== 'test') return refuse('The channel is paused.')
  if (!(await ownerCanRead(services, project, channel.personId))) {
    return refuse('The owner of the channel can no longer read the project.')
  }
  if (message.body !== null) return message.body
  const written = await writeBody(services, sending)
  if ('nothing' in written) return refuse(written.nothing)
  if ('until' in written) {
    await messages.reschedule(message.id, written.until)
    return null
  }
  await messages.saveBody(message.id, written.body)
  return written.body
}

type Written = { body: string } | { nothing: string } | { until: Date }

async function writeBody(
  services: DeliveryServices,
  { project, queries, message, channel }: Sending,
): Promise<Written> {
  const where = { publicUrl: services.publicUrl, project, channel, message }
  if (message.kind === 'test') return { body: writeTestMessage(where) }
  if (message.kind === 'digest') {
    const body = await writeDigestMessage({ ...where, queries })
    return body === null ? { nothing: 'There were no findings in that week.' } : { body }
  }
  if (message.kind === 'several') {
    const subjects = await queries.messages.listSummarized(message.id, services.now())
    if (subjects.length === 0) return { nothing: 'The findings are no longer in the data.' }
    const outdated = subjects.find((one) => one.needsScan)
    return outdated === undefined
      ? { body: writeSummaryMessage({ ...where, subjects }) }
      : scanFirst(services, project, outdated.finding.product)
  }
  const subject = await queries.messages.findSubject(message.id, services.now())
  if (subject === null) return { nothing: 'The finding is no longer in the data.' }
  return subject.needsScan
    ? scanFirst(services, project, subject.finding.product)
    : { body: writeFindingMessage({ ...where, ...subject }) }
}

/** A run of the finding was excluded, so the product is scanned again before the message is written. */
async function scanFirst({ db, now }: DeliveryServices, project: Project, product: string): Promise<Written> {
  await db.jobs.enqueue('find-changes', { projectId: project.id, product }, `${project.id} ${product}`)
  return { until: new Date(now().getTime() + SCAN_MS) }
}

async function store(
  services: DeliveryServices,
  { project, messages, message, channel, outcome, tookMs }: Sending & { outcome: Outcome; tookMs: number },
): Promise<void> {
  const { delivered, status } = outcome
  const at = services.now()
  const nextAt = delivered ? null : nextAttempt(message.attempts, at)
  const reply = outcome.reply.slice(0, MAX_REPLY_CHARACTERS)
  const attempt = { at: at.toISOString(), delivered, status, reply, tookMs, nextAt }
  const { paused } = await messages.recordAttempt(message.id, attempt, MAX_CONSECUTIVE_FAILURES)
  if (paused) await mailChannelOwners(services, project, channel)
}

/** Notifies the owners of a paused channel by mail, because the channel itself fails. */
async function mailChannelOwners({ db, mail, publicUrl }: DeliveryServices, project: Project, channel: SealedChannel) {
  if (!mail.configured) return
  const own = channel.personId === null ? null : await db.channels.findMailAddress(channel.personId)
  const people = channel.personId === null ? await db.channels.listManagers(project.id) : own === null ? [] : [own]
  const page = channel.personId === null ? `${pathOfProject(project)}/settings/notifications` : '/account/notifications'
  for (const { name, email } of people) {
    const letter = writeMail({
      to: email,
      subject: `Notification channel ${channel.name} is paused`,
      paragraphs: [
        `${name}, notifications of findings in ${project.name} to ${channel.name} (${channel.shown}) failed ${MAX_CONSECUTIVE_FAILURES} times in a row.`,
        'Nothing is sent to this channel until somebody resumes it. The log of the channel shows the responses.',
      ],
      link: { label: 'Notification channels', url: `${publicUrl}${page}` },
    })
    await mail.sendMail(letter).catch((error: unknown) => {
      log.error({ component: 'notify', err: error }, 'a mail was not sent')
    })
  }
}
