import { randomUUID } from 'node:crypto'
import type { Spec } from '@assay/domain/specs/spec'
import { DIGEST_ACTIONS, MEETING_ACTIONS } from '@assay/domain/specs/spec-notification'
import { z } from 'zod'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { SpecKey } from '../specs/spec-types.ts'
import { requestDelivery } from './request-delivery.ts'

/** Changes within this time are collected into one mail. */
const DIGEST_MS = 3_600_000

type SpecChange = { eventId: string; by: string; action: object; at: Date }

/**
 * Notifies authors and reviewers of a spec about a change, in the transaction of the change, except about their own
 * actions. Changes of DIGEST_ACTIONS are added to a waiting digest.
 */
export async function notifySpecSubscribers(
  tx: TenantTransaction,
  of: SpecKey,
  spec: Spec,
  done: SpecChange,
): Promise<void> {
  const action: { kind?: unknown; feedback?: unknown; who?: unknown } = { ...done.action }
  const kind = typeof action.kind === 'string' ? action.kind : ''
  if (kind === 'invite') {
    const invited = spec.readers.at(-1)?.who.key ?? ''
    // Guests got a mail with their link when they were invited; the link is not stored, so no other mail can contain
    // it.
    if (!invited.startsWith('person:')) return
    return enqueueSpecMessages(tx, of, done, { kind: 'spec-invited', keys: [invited] })
  }
  const isMeeting = MEETING_ACTIONS.has(kind) && spec.rounds.length > 0
  if (!isMeeting && !DIGEST_ACTIONS.has(kind) && !MEETING_ACTIONS.has(kind)) return
  const feedback = spec.feedback.find(({ number }) => number === action.feedback)
  // A draft of the scribe is not the author's response yet.
  if (kind === 'answer' && feedback?.responses.at(-1)?.draft === true) return
  const keys = [spec.owner, ...spec.coAuthors, ...spec.readers.map(({ who }) => who)].map(({ key }) => key)
  if (feedback !== undefined) keys.push(feedback.giver.key)
  const others = keys.filter((key) => key !== done.by && /^(person|guest):/.test(key))
  if (isMeeting) await enqueueSpecMessages(tx, of, done, { kind: 'spec-meeting', keys: others })
  else await addToDigests(tx, of, done, others)
}

/** Enqueues one message for each subscriber, due at once; each occasion is enqueued only once. */
export async function enqueueSpecMessages(
  tx: TenantTransaction,
  of: SpecKey,
  { eventId, at }: Pick<SpecChange, 'at'> & { eventId: string | null },
  { kind, keys, occasion = `${kind} ${eventId}` }: { kind: string; keys: readonly string[]; occasion?: string },
): Promise<void> {
  const subscriptions = await lockActiveSubscriptions(tx, of, keys)
  await createMessages(tx, of, { eventId, at }, { subscriptions, kind, occasion, nextAt: null })
}

async function addToDigests(
  tx: TenantTransaction,
  of: SpecKey,
  { eventId, at }: SpecChange,
  keys: readonly string[],
): Promise<void> {
  const subscriptions = await lockActiveSubscriptions(tx, of, keys)
  if (subscriptions.length === 0) return
  const open = await lockOpenDigests(tx, of.projectId, subscriptions)
  await addEvent(
    tx,
    of,
    eventId,
    open.map(({ id }) => id),
  )
  const left = subscriptions.filter((id) => !open.some(({ subscription }) => subscription === id))
  const nextAt = new Date(at.getTime() + DIGEST_MS)
  const digest = { subscriptions: left, kind: 'spec-digest', occasion: `spec-digest ${eventId}`, nextAt }
  await createMessages(tx, of, { eventId, at: nextAt }, digest)
}

type NewMessages = { subscriptions: readonly string[]; kind: string; occasion: string; nextAt: Date | null }

/** Creates a message about an event for each subscription without one for the occasion, to be delivered at `at`. */
async function createMessages(
  tx: TenantTransaction,
  of: SpecKey,
  { eventId, at }: { eventId: string | null; at: Date },
  { subscriptions, ...message }: NewMessages,
): Promise<void> {
  if (subscriptions.length === 0) return
  const { projectId } = of
  const rows = await tx.message.createManyAndReturn({
    data: subscriptions.map((subscriptionId) => ({
      ...{ projectId, id: randomUUID(), subscriptionId, state: 'waiting' },
      ...message,
    })),
    skipDuplicates: true,
    select: { id: true },
  })
  const created = rows.map(({ id }) => id)
  await addEvent(tx, of, eventId, created)
  await requestDelivery(tx, projectId, created, at)
}

/**
 * Locks the subscriptions that are not muted, so that two concurrent changes do not start two digests for one
 * subscriber.
 */
async function lockActiveSubscriptions(
  tx: TenantTransaction,
  { projectId, specId }: SpecKey,
  keys: readonly string[],
): Promise<string[]> {
  const sorted = [...new Set(keys)].sort()
  if (sorted.length === 0) return []
  const data = sorted.map((key) => ({ projectId, id: randomUUID(), key }))
  await tx.specSubscription.createMany({ data, skipDuplicates: true })
  const rows = await tx.$queryRaw<unknown[]>`
    select id from spec_subscription
    where project_id = ${projectId}::uuid and key = any(${sorted}::text[]) and muted_at is null
      and not (${specId}::uuid = any(muted_specs))
    order by key for update`
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id)
}

const OpenDigest = z.object({ id: z.string(), subscription: z.string() })

/** Locks digests that can take another event; one that is being sent is locked by its worker and cannot. */
async function lockOpenDigests(tx: TenantTransaction, projectId: string, subscriptions: readonly string[]) {
  const rows = await tx.$queryRaw<unknown[]>`
    select id, subscription_id as subscription from message
    where project_id = ${projectId}::uuid and subscription_id = any(${subscriptions}::uuid[]) and kind = 'spec-digest'
      and state = 'waiting' and attempts = 0 and leased_until is null
    order by id for update`
  return z.array(OpenDigest).parse(rows)
}

async function addEvent(
  tx: TenantTransaction,
  of: SpecKey,
  eventId: string | null,
  messages: readonly string[],
): Promise<void> {
  if (messages.length === 0) return
  await tx.specNotice.createMany({
    data: messages.map((messageId) => ({ ...of, id: randomUUID(), messageId, eventId })),
  })
}
