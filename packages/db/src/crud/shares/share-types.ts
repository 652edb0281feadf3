import type { Comparison } from '@assay/domain/compare/comparison'
import type { Mask } from '@assay/domain/publish/share/shared-content'
import type { SecretKey } from './secret-key.ts'

/**
 * The comparisons of a share, one for each figure, which are computed again to check if they reproduce. It is private,
 * because it contains the masked names.
 */
export type ShareSource = {
  comparisons: readonly Comparison[]
  /** The frozen study page of each comparison, or null for a comparison without one; absent in older shares. */
  studies?: readonly (SharedStudy | null)[]
  masks: readonly Mask[]
}

/** A study page with its parameters. */
export type SharedStudy = { kind: string; own: Readonly<Record<string, string>> }

export type NewShare = {
  title: string
  /** Canonical JSON. */
  content: string
  sha256: string
  source: ShareSource
  /** The hash of a secret, or the slug of a published share. */
  address: { secretSha256: string } | { slug: string }
  passwordHash: string | null
  expiresAt: string | null
  embargoUntil: string | null
  /** Sites that may embed it; null allows every site. */
  frameHosts: readonly string[] | null
}

/** A share as its authors see it, without the content. */
export type Share = {
  id: string
  title: string
  /** Name in the list of shares; null if it equals the title. Guests never see it. */
  name: string | null
  sha256: string
  slug: string | null
  /** True if it has a secret address; a published share may have one as well. */
  hasSecret: boolean
  hasPassword: boolean
  isMasked: boolean
  expiresAt: string | null
  embargoUntil: string | null
  createdAt: string
  createdBy: string
  revokedAt: string | null
  views: number
  lastViewAt: string | null
  frameHosts: readonly string[] | null
}

/** A change of the settings of a share; absent fields stay the same. */
export type ShareChange = {
  name?: string | null
  passwordHash?: string | null
  expiresAt?: string | null
  embargoUntil?: string | null
  slug?: string | null
  frameHosts?: readonly string[] | null
  /** Hash of a secret that the share gets if the change would leave it without an address. */
  spareSecretSha256: string
}

export type ChangedShare =
  | { kind: 'changed'; share: Share; tookSpare: boolean }
  | { kind: 'not-found' }
  | { kind: 'name-taken' }
  /** A published share cannot have a password. */
  | { kind: 'published-with-password' }

export type ShareQueries = {
  /** Lists shares, newest first. */
  list(): Promise<Share[]>
  /** Returns null if the slug is taken. */
  add(share: NewShare): Promise<string | null>
  find(id: string): Promise<Share | null>
  /** Reads the frozen content of a share. */
  snapshot(id: string): Promise<{ content: string; sha256: string; revokedAt: string | null } | null>
  /** Reads the comparisons that reproduce the content with this hash. */
  source(sha256: string): Promise<ShareSource | null>
  change(id: string, change: ShareChange): Promise<ChangedShare>
  /** Returns false if there is no such share or it was revoked before. */
  revoke(id: string, at: Date): Promise<boolean>
}

/** A share that was found by its address. The caller decides if it may be shown. */
export type FoundShare = {
  id: string
  projectId: string
  project: string
  sha256: string
  source: ShareSource
  passwordHash: string | null
  expiresAt: string | null
  embargoUntil: string | null
  revokedAt: string | null
  createdBy: string | null
  frameHosts: readonly string[] | null
}

export type ShareDirectory = {
  findBySecret(key: SecretKey): Promise<FoundShare | null>
  findPublished(organization: string, slug: string): Promise<FoundShare | null>
  /** Lists published shares that everybody may read at a time, of one or all organizations, newest first. */
  listPublished(organization: string | null, at: Date, limit: number): Promise<PublishedShare[]>
  /** Reads the content of an open share; a closed one is refused before its content leaves the database. */
  readContent(share: Pick<FoundShare, 'projectId' | 'id'>): Promise<string>
  countView(share: Pick<FoundShare, 'projectId' | 'id'>, at: Date): Promise<void>
}

export type PublishedShare = {
  organization: string
  slug: string
  title: string
  by: string
  createdAt: string
}
