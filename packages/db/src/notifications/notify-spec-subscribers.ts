import { randomUUID } from 'node:crypto'
import type { Spec } from '@assay/domain/specs/spec'
import { IN_DIGEST, OF_MEETING } from '@assay/domain/specs/spec-notification'
import type { Statements } from '../scope/tenant-scope.ts'

/** So long what is done is collected into one mail. */
export const DIGEST_MS = 3_600_000

type Of = { projectId: string; specId: string }
type Done = { eventId: string; by: string; action: object; at: Date }

/**
 * Writes what whoever reads or writes a spec is told of a change of it, in the transaction of the change; nobody is told
 * of what they did themselves. What is told in a digest joins the one that waits already.
 */
export async function tellListeners(tx: Statements, of: Of, spec: Spec, done: Done): Promise<void> {
  const action: { kind?: unknown; feedback?: unknown; who?: unknown } = { ...done.action }
  const kind = typeof action.kind === 'string' ? action.kind : ''
  if (kind === 'invite') {
    const invited = spec.readers.at(-1)?.who.key ?? ''
    // Outsiders have had their mail with the link, which is nowhere to be read again.
    if (invited.startsWith('person:')) await say(tx, of, done, { kind: 'spec-invited', keys: [invited] })
    return
  }
  const isMeeting = OF_MEETING.has(kind) && spec.rounds.length > 0
  if (!isMeeting && !IN_DIGEST.has(kind) && !OF_MEETING.has(kind)) return
  const feedback = spec.feedback.find(({ number }) => number === action.feedback)
  // The draft of a scribe is nobody's answer yet.
  if (kind === 'answer' && feedback?.responses.at(-1)?.draft === true) return
  const keys = [spec.owner, ...spec.coAuthors, ...spec.readers.map(({ who }) => who)].map(({ key }) => key)
  if (feedback !== undefined) keys.push(feedback.giver.key)
  const others = keys.filter((key) => key !== done.by && /^(person|guest):/.test(key))
  if (isMeeting) await say(tx, of, done, { kind: 'spec-meeting', keys: others })
  else await collect(tx, of, done, others)
}

/** At once, and once. */
export async function say(
  tx: Statements,
  of: Of,
  { eventId, at }: Pick<Done, 'at'> & { eventId: string | null },
  { kind, keys, occasion = `${kind} ${eventId}` }: { kind: string; keys: readonly string[]; occasion?: string },
): Promise<void> {
  const listeners = await listening(tx, of, keys)
  if (listeners.length === 0) return
  const { rows } = await tx.query<{ id: string }>(SAY, [
    ...[of.projectId, listeners.map(() => randomUUID()), listeners, kind, occasion, null],
  ])
  await note(
    tx,
    of,
    { eventId, at },
    rows.map(({ id }) => id),
  )
}

async function collect(tx: Statements, of: Of, done: Done, keys: readonly string[]): Promise<void> {
  const listeners = await listening(tx, of, keys)
  if (listeners.length === 0) return
  // One that is being sent is no longer there to join: whoever claims it waits for this lock, or we for theirs.
  const { rows: open } = await tx.query<{ id: string; listener: string }>(OPEN_DIGESTS, [of.projectId, listeners])
  const left = listeners.filter((listener) => !open.some((one) => one.listener === listener))
  await noteOnly(
    tx,
    of,
    done.eventId,
    open.map(({ id }) => id),
  )
  if (left.length === 0) return
  const at = new Date(done.at.getTime() + DIGEST_MS)
  const { rows } = await tx.query<{ id: string }>(SAY, [
    ...[of.projectId, left.map(() => randomUUID()), left, 'spec-digest', `spec-digest ${done.eventId}`, at],
  ])
  await note(
    tx,
    of,
    { eventId: done.eventId, at },
    rows.map(({ id }) => id),
  )
}

/** Those who are not mute, held so that two changes at once do not begin two digests for one of them. */
async function listening(tx: Statements, { projectId, specId }: Of, keys: readonly string[]): Promise<string[]> {
  const sorted = [...new Set(keys)].sort()
  if (sorted.length === 0) return []
  await tx.query(KNOW, [projectId, sorted.map(() => randomUUID()), sorted])
  const { rows } = await tx.query<{ id: string }>(LISTENING, [projectId, sorted, specId])
  return rows.map(({ id }) => id)
}

async function note(
  tx: Statements,
  of: Of,
  { eventId, at }: { eventId: string | null; at: Date },
  messages: readonly string[],
): Promise<void> {
  if (messages.length === 0) return
  await noteOnly(tx, of, eventId, messages)
  await tx.query(ASK, [of.projectId, messages, at])
}

const noteOnly = (tx: Statements, { projectId, specId }: Of, eventId: string | null, messages: readonly string[]) =>
  tx.query(NOTE, [projectId, messages.map(() => randomUUID()), messages, specId, eventId])

const KNOW = `
  insert into spec_listener (project_id, id, key)
  select $1, id, key from unnest($2::uuid[], $3::text[]) as k (id, key)
  on conflict (project_id, key) do nothing`

const LISTENING = `
  select id from spec_listener
  where project_id = $1 and key = any($2::text[]) and muted_at is null and not ($3::uuid = any(muted_specs))
  order by key for update`

const OPEN_DIGESTS = `
  select id, listener_id as listener from message
  where project_id = $1 and listener_id = any($2::uuid[]) and kind = 'spec-digest' and state = 'waiting'
    and attempts = 0 and leased_until is null
  order by id for update`

const SAY = `
  insert into message (project_id, id, listener_id, kind, occasion, state, next_at)
  select $1, id, listener, $4, $5, 'waiting', $6::timestamptz
  from unnest($2::uuid[], $3::uuid[]) as m (id, listener)
  on conflict (project_id, listener_id, occasion) do nothing
  returning id`

const NOTE = `
  insert into spec_notice (project_id, id, message_id, spec_id, event_id)
  select $1, id, message, $4, $5::uuid from unnest($2::uuid[], $3::uuid[]) as n (id, message)`

const ASK = `
  select ask_for_job_at('deliver', json_build_object('projectId', $1::uuid, 'deliveryId', id), 'deliver ' || id, $3::timestamptz)
  from unnest($2::uuid[]) as m (id)`
