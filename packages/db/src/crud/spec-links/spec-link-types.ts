import type { SecretKey } from '../shares/secret-key.ts'
import type { SpecNumber } from '../specs/spec-types.ts'

/** A public link of a spec as its authors see it. Times are ISO 8601. */
export type SpecLink = {
  id: string
  expiresAt: string | null
  createdAt: string
  createdBy: string
  revokedAt: string | null
}

export type SpecLinkQueries = {
  /** Lists the links of a spec, newest first. */
  list(specId: string): Promise<SpecLink[]>
  add(spec: { id: string; name: string }, link: { secretSha256: string; expiresAt: string | null }): Promise<string>
  /** Returns false if the spec has no such link, or it was already revoked. */
  revoke(spec: { id: string; name: string }, id: string): Promise<boolean>
}

/** The target of a secret; the caller decides if it may be shown. */
type FoundSpecLink = { id: string; projectId: string; spec: SpecNumber } & Pick<SpecLink, 'expiresAt' | 'revokedAt'>

export type SpecLinkDirectory = { findBySecret(key: SecretKey): Promise<FoundSpecLink | null> }
