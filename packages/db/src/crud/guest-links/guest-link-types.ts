import type { SpecNumber } from '../specs/spec-types.ts'

/** A link of a guest to one spec, without its secret. */
export type GuestLink = {
  /** `guest:ID`. */
  key: string
  /** False when it was revoked, or ended with its review. */
  isOpen: boolean
  linkedAt: string | null
  /** Null when it ends with the review. */
  until: string | null
}

/** The reviewer and project of a link, which may have expired. */
export type FoundLink = { projectId: string; project: string; reviewerId: string }

export type OpenedLink = {
  spec: SpecNumber
  reviewer: { key: string; name: string; email: string | null }
  until: string | null
}

/** Finds links by their secret. */
export type GuestLinkDirectory = { findBySecret(secretSha256: string): Promise<FoundLink | null> }

export type NewLink = { key: string; secretSha256: string; until: string | null }

/** `until` is null when the link ends with the review. `hasLink` is false when it has ended. */
export type LinkedGuest = { name: string; email: string | null; until: string | null; hasLink: boolean }

export type GuestLinkQueries = {
  /** The links of a spec, also those that do not open any more. */
  list(specId: string): Promise<GuestLink[]>
  /** Null when the link was replaced or revoked. */
  find(reviewerId: string, secretSha256: string): Promise<OpenedLink | null>
  /** Replaces the link; the one before opens nothing any more. False when the guest is not invited. */
  renew(specId: string, link: NewLink): Promise<boolean>
  /** Finds a guest whose link opens or ended with its review; null when the link was revoked. */
  findGuest(key: string): Promise<LinkedGuest | null>
  /** Counts how often meetings of a spec were scheduled, postponed and cancelled, with the time of the last change. */
  countMeetingChanges(specId: string): Promise<{ count: number; lastAt: string | null }>
  /** False when there was no link to revoke. */
  revoke(specId: string, key: string): Promise<boolean>
}
