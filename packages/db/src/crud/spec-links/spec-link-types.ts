import type { SpecNumber } from '../specs/spec-types.ts'

/** A public link of a spec as its makers see it. Times are ISO 8601. */
export type SpecLink = {
  id: string
  expiresAt: string | null
  createdAt: string
  createdBy: string
  revokedAt: string | null
}

export type SpecLinkQueries = {
  /** The newest first. */
  list(specId: string): Promise<SpecLink[]>
  add(spec: { id: string; name: string }, link: { secretSha256: string; expiresAt: string | null }): Promise<string>
  /** False when there is none of that spec, or it was taken back before. */
  revoke(spec: { id: string; name: string }, id: string): Promise<boolean>
}

/** Where a secret leads, to be decided on by the caller. */
export type FoundSpecLink = { id: string; projectId: string; project: string; spec: SpecNumber } & Pick<
  SpecLink,
  'expiresAt' | 'revokedAt'
>

export type SpecLinkDirectory = { findBySecret(secretSha256: string): Promise<FoundSpecLink | null> }
