import type { Actor, Project, TokenScope } from '../../types.ts'

/** A stored token; only a keyed hash of the secret is stored. */
export type ApiToken = {
  id: string
  projectId: string
  name: string
  /** The text before the secret part, such as `assay_runner`. */
  prefix: string
  lastFour: string
  scopes: TokenScope[]
  createdAt: string
  /** The name of its creator at that time; null for tokens of the server. */
  createdBy: string | null
  expiresAt: string | null
  lastUsedAt: string | null
  /** Network of its last use, /24 or /48. */
  lastUsedAddress: string | null
  /** The User-Agent of its last use. */
  lastUsedClient: string | null
  revokedAt: string | null
  /** The token that replaces this one. */
  successorId: string | null
  /** Time when the token was reported as public; null without a report. */
  leakedAt: string | null
}

export type NewApiToken = Pick<ApiToken, 'projectId' | 'name' | 'prefix' | 'lastFour' | 'scopes' | 'expiresAt'> & {
  /** Hash of the whole token, 64 hex digits. */
  tokenSha256: string
}

/** A token that was revoked because of a report, and the people to notify. */
export type LeakedToken = { id: string; name: string; project: string; recipients: { name: string; email: string }[] }

type Id = Pick<ApiToken, 'projectId' | 'id'>

export type TokenStore = {
  /**
   * Finds a token. Expired and revoked tokens are returned too, because the caller has the clock and explains the
   * refusal. A row with a hash in `formerly` is returned and updated to the current hash.
   */
  findByHash(hash: string, formerly?: readonly string[]): Promise<(ApiToken & { project: Project }) | null>
  /** Inserts a token of the server, or returns the existing one with that hash, so that it can run at every start. */
  insert(token: NewApiToken): Promise<ApiToken>
  /** Creates a token for a person and records the creator. */
  make(token: NewApiToken, by: Actor): Promise<ApiToken>
  /**
   * Replaces a token, which then expires at `until` or earlier. Null if the token does not exist, is revoked, has
   * expired or was already replaced.
   */
  rotate(token: Id, successor: NewApiToken, time: { at: Date; until: Date }, by: Actor): Promise<ApiToken | null>
  list(projectId: string): Promise<ApiToken[]>
  find(token: Id): Promise<ApiToken | null>
  /** Lists tokens that a person created in all projects, with the key of each project. */
  listMadeBy(personId: string): Promise<(ApiToken & { project: string })[]>
  /** Records the use of a token, at most every 5 minutes. */
  touch(token: Id, at: Date, from?: { address: string | null; client: string | null }): Promise<void>
  /**
   * Revokes a token, which is refused as soon as this returns; false if there is no such token. A second call keeps the
   * first time.
   */
  revoke(token: Id, at: Date, by?: Actor): Promise<boolean>
  /** Revokes the tokens with these hashes (in either form) that are not revoked yet. */
  revokeLeaked(hashes: readonly string[], at: Date, by: Actor): Promise<LeakedToken[]>
}
