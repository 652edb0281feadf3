import type { AuditLogName, ChainEntry, ChainHead } from '@assay/domain/audit/audit-chain'
import type { Actor } from '../../types.ts'

/** An audit event: a change that was recorded in its own transaction. */
export type AuditEvent = {
  id: string
  at: string
  by: Actor
  action: string
  object: { kind: string; id: string | null; name: string }
  before: unknown
  after: unknown
}

/** Filters of audit rows; a row must match all of them. */
export type AuditFilters = {
  /** Substring of the name of the actor. */
  who?: string | undefined
  /** Prefix of the action: `token`, `token.revoked`. */
  what?: string | undefined
  /** Substring of the name of the changed object. */
  object?: string | undefined
  /** ISO 8601; `from` is inclusive, `until` exclusive. */
  from?: string | undefined
  until?: string | undefined
}

/** Newest first; `next` is the cursor of the following page, null on the last one. */
export type AuditPage = { events: AuditEvent[]; next: string | null }

export type AuditQuery = { filters: AuditFilters; after: string | null; limit: number }

export type AuditQueries = { list(query: AuditQuery): Promise<AuditPage>; chain: AuditChain }

/** An entry of a hash chain; `signature` signs its head, and is null for entries inside a batch. */
export type StoredChainEntry = ChainEntry<AuditEvent> & { signature: string | null }

/** Signs the newest link of an audit log and verifies stored signatures. */
export type HeadSigner = {
  sign(log: AuditLogName, head: ChainHead): string
  /** The secret that made the signature: this server's current one, the previous one, or an unknown one. */
  signedWith(log: AuditLogName, head: ChainHead, signature: string): 'secret' | 'previous-secret' | 'unknown'
}

/** The hash chain of an audit log. */
export type AuditChain = {
  log: AuditLogName
  /**
   * Appends events without a link, ordered by time; a batch ends with a signature. Nothing is appended to a link that
   * an unknown secret signed, because a rewritten log would then get a valid signature.
   *
   * @param all also finds events that are much older than the newest link, by reading the whole log.
   * @param acceptUnknown also appends to such a link, after an event that states it.
   */
  append(signer: HeadSigner, options: { all: boolean; acceptUnknown?: boolean }): Promise<void>
  /** Entries after a sequence number, ascending. */
  entries(after: number, limit: number): Promise<StoredChainEntry[]>
}
