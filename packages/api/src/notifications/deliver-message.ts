import { scopeOf } from '@assay/db/open'
import type { ClaimedMessage, Project, ProjectQueries, SealedTarget } from '@assay/db/types'
import { writeMail } from '../mail/mail.ts'
import { deliverToListener } from './deliver-spec-mail.ts'
import type { DeliverServices } from './delivery-services.ts'
import { mayStillRead } from './owner-can-read.ts'
import { MAX_CONSECUTIVE_FAILURES, nextAttempt } from './retry-delay.ts'
import { type Outcome, sendMessage } from './send-message.ts'
import { writeDigest } from './write-digest-message.ts'
import { writeMessage } from './write-finding-message.ts'
import { writeSeveral } from './write-summary-message.ts'
import { writeTest } from './write-test-message.ts'

/** Longer than an attempt may take; a worker that is killed holds a message for so long. A mail has more. */
const LEASE_MS = 15_000
const LONGEST_REPLY = 2_000
/** For a look at the data to be over. */
const LOOK_MS = 10_000

/**
 * Sends a message, if it is due and nobody else is at it. What came of it is stored in one transaction with what follows:
 * delivered, another attempt later, or given up. A worker that is killed between sending and storing sends again when its
 * lease is over, under the same id.
 */
export async function deliver(
  services: DeliverServices,
  { projectId, deliveryId }: { projectId: string; deliveryId: string },
): Promise<void> {
  const project = (await services.db.projects.list()).find(({ id }) => id === projectId)
  // Erased since it was asked for.
  if (project === undefined) return
  const queries = services.db.in(scopeOf(project))
  const { messages } = queries
  const message = await messages.claim(deliveryId, services.now(), LEASE_MS)
  if (message === null) return
  const { targetId, listenerId } = message
  if (listenerId !== null) {
    return deliverToListener(services, { project, queries, message: { ...message, listenerId } })
  }
  // Every message is for one or the other.
  if (targetId === null) return
  const target = await services.db.telling.open({ projectId, id: targetId })
  // Removed since, and its messages with it.
  if (target === null) return
  const body = await bodyOf(services, { project, queries, messages, message, target })
  if (body === null) return
  const began = performance.now()
  const outcome = await sendMessage(services, { target, message, body })
  if ('dropped' in outcome) return messages.drop(message.id, outcome.dropped)
  await store(services, {
    project,
    queries,
    messages,
    message,
    target,
    outcome,
    tookMs: Math.round(performance.now() - began),
  })
}

type Sending = {
  project: Project
  queries: ProjectQueries
  messages: ProjectQueries['messages']
  message: ClaimedMessage
  target: SealedTarget
}

/** What is sent: as it was written for the first attempt, else of the data as they are now. Null when it is not sent. */
async function bodyOf(services: DeliverServices, sending: Sending): Promise<string | null> {
  const { project, messages, message, target } = sending
  const refuse = async (why: string) => {
    await messages.drop(message.id, why)
    return null
  }
  if (message.target.paused && message.kind !== 'test') return refuse('The target is paused.')
  if (!(await mayStillRead(services, project, target.personId))) {
    return refuse('Its owner may not read the project any more.')
  }
  if (message.body !== null) return message.body
  const written = await writeBody(services, sending)
  if ('nothing' in written) return refuse(written.nothing)
  if ('until' in written) {
    await messages.putOff(message.id, written.until)
    return null
  }
  await messages.write(message.id, written.body)
  return written.body
}

type Written = { body: string } | { nothing: string } | { until: Date }

async function writeBody(services: DeliverServices, { project, queries, message, target }: Sending): Promise<Written> {
  const where = { publicUrl: services.publicUrl, project, target, message }
  if (message.kind === 'test') return { body: writeTest(where) }
  if (message.kind === 'digest') {
    const body = await writeDigest({ ...where, queries })
    return body === null ? { nothing: 'Nothing happened in that week.' } : { body }
  }
  if (message.kind === 'several') {
    const subjects = await queries.messages.gathered(message.id, services.now())
    if (subjects.length === 0) return { nothing: 'The data show none of them any more.' }
    const behind = subjects.find((one) => one.behind)
    return behind === undefined
      ? { body: writeSeveral({ ...where, subjects }) }
      : lookFirst(services, project, behind.finding.product)
  }
  const subject = await queries.messages.subject(message.id, services.now())
  if (subject === null) return { nothing: 'The data do not show it any more.' }
  return subject.behind
    ? lookFirst(services, project, subject.finding.product)
    : { body: writeMessage({ ...where, ...subject }) }
}

/** A run was taken out of the data that it tells of: first somebody looks whether it is still so. */
async function lookFirst({ db, now }: DeliverServices, project: Project, product: string): Promise<Written> {
  await db.jobs.ask('find-changes', { projectId: project.id, product }, `${project.id} ${product}`)
  return { until: new Date(now().getTime() + LOOK_MS) }
}

async function store(
  services: DeliverServices,
  { project, messages, message, target, outcome, tookMs }: Sending & { outcome: Outcome; tookMs: number },
): Promise<void> {
  const { delivered, status } = outcome
  const at = services.now()
  const nextAt = delivered ? null : nextAttempt(message.attempts, at)
  const reply = outcome.reply.slice(0, LONGEST_REPLY)
  const attempt = { at: at.toISOString(), delivered, status, reply, tookMs, nextAt }
  const { paused } = await messages.attempted(message.id, attempt, MAX_CONSECUTIVE_FAILURES)
  if (paused) await tellOwners(services, project, target)
}

/** By mail, for the other way has just failed. */
async function tellOwners({ db, mail, publicUrl }: DeliverServices, project: Project, target: SealedTarget) {
  if (!mail.configured) return
  const own = target.personId === null ? null : await db.telling.addressOf(target.personId)
  const people = target.personId === null ? await db.telling.managers(project.id) : own === null ? [] : [own]
  const page = target.personId === null ? `/p/${encodeURIComponent(project.slug)}/settings/telling` : '/account/telling'
  for (const { name, email } of people) {
    const letter = writeMail({
      to: email,
      subject: `${target.name} is paused: nothing arrives there`,
      paragraphs: [
        `${name}, messages about findings in ${project.name} to ${target.name} (${target.shown}) failed ${MAX_CONSECUTIVE_FAILURES} times in a row.`,
        'Nothing more is sent there until somebody lets it go on. The log says what was answered.',
      ],
      link: { label: 'Targets', url: `${publicUrl}${page}` },
    })
    await mail.sendMail(letter).catch((error: unknown) => {
      console.error(`telling      a mail did not leave: ${error instanceof Error ? error.message : String(error)}`)
    })
  }
}
