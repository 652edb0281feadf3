import type { Actor } from '../../types.ts'

/** A line of the trail: a change, written in its transaction. */
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
  /** Part of the name of who did it. */
  who?: string | undefined
  /** The beginning of the action: `token`, `token.revoked`. */
  what?: string | undefined
  /** Part of the name of what was changed. */
  object?: string | undefined
  /** ISO 8601; from this time on, and before that time. */
  from?: string | undefined
  until?: string | undefined
}

/** Newest first; `next` is where the following page begins, null on the last one. */
export type AuditPage = { events: AuditEvent[]; next: string | null }

export type AuditQuery = { filters: AuditFilters; after: string | null; limit: number }

export type AuditQueries = { list(query: AuditQuery): Promise<AuditPage> }
