import type { SecretKey } from '../shares/secret-key.ts'
import type { SpecNumber } from '../specs/spec-types.ts'

/** A guest's link to one spec, without its secret. */
export type GuestLink = {
  /** Key of the guest, `guest:ID`. */
  key: string
  /** False if it was revoked or expired with its review. */
  isOpen: boolean
  linkedAt: string | null
  /** Time of expiry; null if it expires with the review. */
  until: string | null
}

/** The reviewer and project of a link, which may have expired. */
type FoundLink = { projectId: string; reviewerId: string }

export type OpenedLink = {
  spec: SpecNumber
  reviewer: { key: string; name: string; email: string | null }
  until: string | null
}

/** Finds guest links by their secret. */
export type GuestLinkDirectory = { findBySecret(key: SecretKey): Promise<FoundLink | null> }

export type NewLink = { key: string; secretSha256: string; until: string | null }

/** `until` is null if the link expires with the review. `hasLink` is false if it has expired. */
export type LinkedGuest = { name: string; email: string | null; until: string | null; hasLink: boolean }

export type GuestLinkQueries = {
  /** Lists the links of a spec, including expired and revoked ones. */
  list(specId: string): Promise<GuestLink[]>
  /** Returns null if the link was replaced or revoked. */
  find(reviewerId: string, secretSha256: string): Promise<OpenedLink | null>
  /** Replaces the link; the previous one stops working. False if the guest is not invited. */
  renew(specId: string, link: NewLink): Promise<boolean>
  /** Finds a guest with a link that works or expired with its review; null if the link was revoked. */
  findGuest(key: string): Promise<LinkedGuest | null>
  /** Counts how often meetings of a spec were scheduled, postponed and canceled, with the time of the last change. */
  countMeetingChanges(specId: string): Promise<{ count: number; lastAt: string | null }>
  /** Returns false if there was no link to revoke. */
  revoke(specId: string, key: string): Promise<boolean>
}
