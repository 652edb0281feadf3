import { randomUUID } from 'node:crypto'
import type { Statements } from '../scope/scoped.ts'
import type { SentOnce, SpecNumber } from './spec-types.ts'

// What was sent under a name of its own is stored once, however often it comes: a row says with which spec.

/** Sent by whom, under which name. */
export type Sent = SentOnce & { actorKey: string }

/** The spec with which it was stored; `reused` when something else was, under that name. */
export async function sentWith(tx: Statements, projectId: string, sent: Sent): Promise<SpecNumber | 'reused' | null> {
  const { rows } = await tx.query<SpecNumber & { request: string | null }>(SENT_WITH, [
    ...[projectId, sent.actorKey, sent.once],
  ])
  const [found] = rows
  if (found === undefined) return null
  const { request, ...of } = found
  return request !== null && sent.request !== undefined && request !== sent.request ? 'reused' : of
}

/** @returns false when the name was taken meanwhile, with another spec; then nothing may be stored. */
export async function noteSent(
  tx: Statements,
  { projectId, specId }: { projectId: string; specId: string },
  { actorKey, once, request }: Sent,
): Promise<boolean> {
  const { rows } = await tx.query(NOTE_SENT, [projectId, randomUUID(), specId, actorKey, once, request ?? null])
  return rows.length === 1
}

const SENT_WITH = `
  select s.kind, s.number, o.request_sha256 as request
  from spec_sent o join spec s on s.project_id = o.project_id and s.id = o.spec_id
  where o.project_id = $1 and o.actor_key = $2 and o.once = $3`

const NOTE_SENT = `
  insert into spec_sent (project_id, id, spec_id, actor_key, once, request_sha256) values ($1, $2, $3, $4, $5, $6)
  on conflict (project_id, actor_key, once) do nothing returning id`
