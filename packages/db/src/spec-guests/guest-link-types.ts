import type { ResponseKind } from '@assay/domain/specs/spec'
import type { SpecNumber } from '../specs/spec-types.ts'

/** A link of an outsider to one spec, as it is stored: without its secret. */
export type ReaderLink = {
  /** `guest:ID`. */
  key: string
  /** False where it was taken back, or ended with its review. */
  isOpen: boolean
  linkedAt: string | null
  /** Null where it ends with the review. */
  until: string | null
}

/** What a link leads to, before anybody knows whether it still opens. */
export type FoundLink = { projectId: string; project: string; readerId: string }

export type OpenedLink = {
  spec: SpecNumber
  reader: { key: string; name: string; email: string | null }
  until: string | null
}

/** Links by their secret, which is all that an outsider has. */
export type ReaderDirectory = { findBySecret(secretSha256: string): Promise<FoundLink | null> }

export type NewLink = { key: string; secretSha256: string; until: string | null }

/** `until` is null where the link ends with the review; without a link it has. */
export type LinkedGuest = { name: string; email: string | null; until: string | null; hasLink: boolean }

export type ReaderQueries = {
  /** Of a spec, of those who have or had one. */
  links(specId: string): Promise<ReaderLink[]>
  /** Null when the link does not open any more. */
  ofLink(readerId: string, secretSha256: string): Promise<OpenedLink | null>
  /** A link in place of the one before, which opens nothing from then on; false when they are not invited. */
  renew(specId: string, link: NewLink): Promise<boolean>
  /** An outsider whose link still opens, or ended with its review; null where it was taken back. */
  guest(key: string): Promise<LinkedGuest | null>
  /** How often the meetings of a spec were scheduled, put off and called off, and when for the last time. */
  announcements(specId: string): Promise<{ count: number; lastAt: string | null }>
  /** False when there was none. */
  takeBack(specId: string, key: string): Promise<boolean>
}

/** What a message tells of; without an event a reminder. */
export type Notice = {
  specId: string
  kind: SpecNumber['kind']
  number: number
  event: {
    id: string
    by: string
    kind: string
    feedback: number | null
    answer: ResponseKind | null
    content: boolean | null
    note: string | null
    at: string
  } | null
}

export type ListenerQueries = {
  find(id: string): Promise<{ key: string; muted: boolean; mutedSpecs: string[] } | null>
  mutedBy(key: string, specId: string): Promise<{ all: boolean; spec: boolean }>
  /** Mails of one spec. */
  muteSpec(key: string, specId: string, muted: boolean): Promise<void>
  /** Mails of all specs of the project. */
  muteAll(key: string, muted: boolean): Promise<void>
  /** What a message tells, by spec and in the order in which it was done. */
  noticed(messageId: string): Promise<Notice[]>
  /** Says once to whoever reads or writes a spec that its meeting is near. @returns how many meetings are. */
  remind(at: Date): Promise<number>
}
