import type { Comparison } from '@assay/domain/compare/comparison'
import type { Mask } from '@assay/domain/publish/share/shared-content'

/** What is asked again to see whether it still holds, a comparison for each figure; private, as it has the names that are masked. */
export type ShareSource = {
  comparisons: readonly Comparison[]
  /** For each of them the study page that was frozen, null where it was the comparison alone; older shares have none. */
  studies?: readonly (AskedAgain | null)[]
  masks: readonly Mask[]
}

/** A study page with its own parameters. */
export type AskedAgain = { kind: string; own: Readonly<Record<string, string>> }

export type NewShare = {
  title: string
  /** Canonical JSON. */
  content: string
  sha256: string
  source: ShareSource
  /** Either the hash of a secret or the name under which it is published. */
  address: { secretSha256: string } | { slug: string }
  passwordHash: string | null
  expiresAt: string | null
  embargoUntil: string | null
  /** Sites that may frame it; null for every one. */
  frameHosts: readonly string[] | null
}

/** A share as its makers see it; without the content. */
export type Share = {
  id: string
  title: string
  /** In the list of its makers; null where that is the title. Strangers never see it. */
  name: string | null
  sha256: string
  slug: string | null
  /** Whether there is a secret address; a published one may have both. */
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

/** What of the ways to a share may change; what is left out stays. */
export type ShareChange = {
  name?: string | null
  passwordHash?: string | null
  expiresAt?: string | null
  embargoUntil?: string | null
  slug?: string | null
  frameHosts?: readonly string[] | null
  /** Of a secret that it gets if it would be without an address otherwise. */
  spareSecretSha256: string
}

export type ChangedShare =
  | { kind: 'changed'; share: Share; tookSpare: boolean }
  | { kind: 'not-found' }
  | { kind: 'name-taken' }
  /** What is published may not ask for a password. */
  | { kind: 'published-with-password' }

export type ShareQueries = {
  /** The newest first. */
  list(): Promise<Share[]>
  /** Null when the name is taken. */
  add(share: NewShare): Promise<string | null>
  find(id: string): Promise<Share | null>
  /** What a link shows, as it was frozen. */
  snapshot(id: string): Promise<{ content: string; sha256: string; revokedAt: string | null } | null>
  /** What was shared under a hash is asked again by this. */
  source(sha256: string): Promise<ShareSource | null>
  change(id: string, change: ShareChange): Promise<ChangedShare>
  /** False when there is none, or it was revoked before. */
  revoke(id: string, at: Date): Promise<boolean>
}

/** A share as somebody finds it who has its address; whether it may be shown is for the caller to say. */
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
  findBySecret(secretSha256: string): Promise<FoundShare | null>
  findPublished(organization: string, slug: string): Promise<FoundShare | null>
  /** The published ones of an organization, or of all, that anybody may read at that time, the newest first. */
  listPublished(organization: string | null, at: Date, limit: number): Promise<PublishedShare[]>
  /** Of a share that may be shown: what is closed never leaves the database, nor takes longer to be refused. */
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
