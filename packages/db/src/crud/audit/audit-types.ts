import type { Actor } from '../../types.ts'

/** An audit event: a change that was recorded in the transaction that made it. */
export type AuditEvent = {
  id: string
  at: string
  by: Actor
  action: string
  object: { kind: string; id: string | null; name: string }
  before: unknown
  after: unknown
}

/** Filters of audit rows; a row must match all that are given. */
export type AuditFilters = {
  /** Part of the name of the actor. */
  who?: string | undefined
  /** The beginning of the action: `token`, `token.revoked`. */
  what?: string | undefined
  /** Part of the name of the changed object. */
  object?: string | undefined
  /** ISO 8601; `from` is inclusive, `until` exclusive. */
  from?: string | undefined
  until?: string | undefined
}

/** Newest first; `next` is where the following page begins, null on the last one. */
export type AuditPage = { events: AuditEvent[]; next: string | null }

export type AuditQuery = { filters: AuditFilters; after: string | null; limit: number }

export type AuditQueries = { list(query: AuditQuery): Promise<AuditPage> }
