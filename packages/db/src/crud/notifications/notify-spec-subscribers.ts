import { randomUUID } from 'node:crypto'
import type { Spec } from '@assay/domain/specs/spec'
import { DIGEST_ACTIONS, MEETING_ACTIONS } from '@assay/domain/specs/spec-notification'
import { z } from 'zod'
import { readRows } from '../../scope/read-rows.ts'
import type { Statements } from '../../scope/tenant-scope.ts'

/** Changes of an hour are collected into one mail. */
export const DIGEST_MS = 3_600_000

type SpecKey = { projectId: string; specId: string }
type SpecChange = { eventId: string; by: string; action: object; at: Date }

/**
 * Notifies authors and reviewers of a spec about a change, in the transaction of the change. A person gets no notification
 * about an action of their own. A change that belongs in a digest is added to the digest that waits already.
 */
export async function notifySpecSubscribers(tx: Statements, of: SpecKey, spec: Spec, done: SpecChange): Promise<void> {
  const action: { kind?: unknown; feedback?: unknown; who?: unknown } = { ...done.action }
  const kind = typeof action.kind === 'string' ? action.kind : ''
  if (kind === 'invite') {
    const invited = spec.readers.at(-1)?.who.key ?? ''
    // Guests got a mail with their link when they were invited; the link is not stored, so no other mail can contain it.
    if (invited.startsWith('person:'))
      await enqueueSpecMessages(tx, of, done, { kind: 'spec-invited', keys: [invited] })
    return
  }
  const isMeeting = MEETING_ACTIONS.has(kind) && spec.rounds.length > 0
  if (!isMeeting && !DIGEST_ACTIONS.has(kind) && !MEETING_ACTIONS.has(kind)) return
  const feedback = spec.feedback.find(({ number }) => number === action.feedback)
  // A draft that the scribe wrote is not the author's response yet.
  if (kind === 'answer' && feedback?.responses.at(-1)?.draft === true) return
  const keys = [spec.owner, ...spec.coAuthors, ...spec.readers.map(({ who }) => who)].map(({ key }) => key)
  if (feedback !== undefined) keys.push(feedback.giver.key)
  const others = keys.filter((key) => key !== done.by && /^(person|guest):/.test(key))
  if (isMeeting) await enqueueSpecMessages(tx, of, done, { kind: 'spec-meeting', keys: others })
  else await addToDigests(tx, of, done, others)
}

/** Enqueues one message for each subscriber, due at once; an occasion is enqueued only once. */
export async function enqueueSpecMessages(
  tx: Statements,
  of: SpecKey,
  { eventId, at }: Pick<SpecChange, 'at'> & { eventId: string | null },
  { kind, keys, occasion = `${kind} ${eventId}` }: { kind: string; keys: readonly string[]; occasion?: string },
): Promise<void> {
  const subscriptions = await lockActiveSubscriptions(tx, of, keys)
  if (subscriptions.length === 0) return
  const rows = await readRows(tx, z.object({ id: z.string() }), INSERT_MESSAGES, [
    ...[of.projectId, subscriptions.map(() => randomUUID()), subscriptions, kind, occasion, null],
  ])
  await addEventAndRequestDelivery(
    tx,
    of,
    { eventId, at },
    rows.map(({ id }) => id),
  )
}

async function addToDigests(tx: Statements, of: SpecKey, done: SpecChange, keys: readonly string[]): Promise<void> {
  const subscriptions = await lockActiveSubscriptions(tx, of, keys)
  if (subscriptions.length === 0) return
  // A digest that is being sent takes no further event: its worker waits for this row lock, or this query for the worker's.
  const open = await readRows(tx, z.object({ id: z.string(), subscription: z.string() }), OPEN_DIGESTS, [
    of.projectId,
    subscriptions,
  ])
  const left = subscriptions.filter((subscription) => !open.some((one) => one.subscription === subscription))
  await addEvent(
    tx,
    of,
    done.eventId,
    open.map(({ id }) => id),
  )
  if (left.length === 0) return
  const at = new Date(done.at.getTime() + DIGEST_MS)
  const rows = await readRows(tx, z.object({ id: z.string() }), INSERT_MESSAGES, [
    ...[of.projectId, left.map(() => randomUUID()), left, 'spec-digest', `spec-digest ${done.eventId}`, at],
  ])
  await addEventAndRequestDelivery(
    tx,
    of,
    { eventId: done.eventId, at },
    rows.map(({ id }) => id),
  )
}

/** Subscribers who are not muted. The row locks keep two concurrent changes from starting two digests for one of them. */
async function lockActiveSubscriptions(
  tx: Statements,
  { projectId, specId }: SpecKey,
  keys: readonly string[],
): Promise<string[]> {
  const sorted = [...new Set(keys)].sort()
  if (sorted.length === 0) return []
  await tx.query(INSERT_SUBSCRIPTIONS, [projectId, sorted.map(() => randomUUID()), sorted])
  const rows = await readRows(tx, z.object({ id: z.string() }), LOCK_ACTIVE_SUBSCRIPTIONS, [projectId, sorted, specId])
  return rows.map(({ id }) => id)
}

async function addEventAndRequestDelivery(
  tx: Statements,
  of: SpecKey,
  { eventId, at }: { eventId: string | null; at: Date },
  messages: readonly string[],
): Promise<void> {
  if (messages.length === 0) return
  await addEvent(tx, of, eventId, messages)
  await tx.query(REQUEST_DELIVERY, [of.projectId, messages, at])
}

const addEvent = (
  tx: Statements,
  { projectId, specId }: SpecKey,
  eventId: string | null,
  messages: readonly string[],
) => tx.query(INSERT_NOTICES, [projectId, messages.map(() => randomUUID()), messages, specId, eventId])

const INSERT_SUBSCRIPTIONS = `
  insert into spec_subscription (project_id, id, key)
  select $1, id, key from unnest($2::uuid[], $3::text[]) as k (id, key)
  on conflict (project_id, key) do nothing`

const LOCK_ACTIVE_SUBSCRIPTIONS = `
  select id from spec_subscription
  where project_id = $1 and key = any($2::text[]) and muted_at is null and not ($3::uuid = any(muted_specs))
  order by key for update`

const OPEN_DIGESTS = `
  select id, subscription_id as subscription from message
  where project_id = $1 and subscription_id = any($2::uuid[]) and kind = 'spec-digest' and state = 'waiting'
    and attempts = 0 and leased_until is null
  order by id for update`

const INSERT_MESSAGES = `
  insert into message (project_id, id, subscription_id, kind, occasion, state, next_at)
  select $1, id, subscription, $4, $5, 'waiting', $6::timestamptz
  from unnest($2::uuid[], $3::uuid[]) as m (id, subscription)
  on conflict (project_id, subscription_id, occasion) do nothing
  returning id`

const INSERT_NOTICES = `
  insert into spec_notice (project_id, id, message_id, spec_id, event_id)
  select $1, id, message, $4, $5::uuid from unnest($2::uuid[], $3::uuid[]) as n (id, message)`

const REQUEST_DELIVERY = `
  select ask_for_job_at('deliver', json_build_object('projectId', $1::uuid, 'deliveryId', id), 'deliver ' || id, $3::timestamptz)
  from unnest($2::uuid[]) as m (id)`
