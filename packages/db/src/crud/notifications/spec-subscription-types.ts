import type { ResponseKind } from '@assay/domain/specs/feedback'
import type { MailKind } from '@assay/domain/specs/spec-notification'
import type { SpecNumber } from '../specs/spec-types.ts'

/** A spec that a message is about, with the event; a reminder of a meeting has no event. */
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
    /** The text of a reply, a response or an opinion; empty when it was redacted since. */
    text: string
    at: string
  } | null
}

export type SpecSubscriptionQueries = {
  find(id: string): Promise<{ key: string; muted: boolean; mutedSpecs: string[]; mutedKinds: MailKind[] } | null>
  findMuted(key: string, specId: string): Promise<{ all: boolean; spec: boolean; kinds: MailKind[] }>
  /** Mutes or unmutes mails about one spec. */
  muteSpec(key: string, specId: string, muted: boolean): Promise<void>
  /** Mutes or unmutes mails about all specs of the project. */
  muteAll(key: string, muted: boolean): Promise<void>
  /** Sets the kinds of mails that a person does not get about specs of the project. */
  muteKinds(key: string, kinds: readonly MailKind[]): Promise<void>
  /** Lists the notices of a message by spec, in the order of their events. */
  listNotices(messageId: string): Promise<Notice[]>
  /**
   * Enqueues one reminder of each upcoming meeting to authors and reviewers of its spec.
   *
   * @returns the number of meetings.
   */
  enqueueMeetingReminders(at: Date): Promise<number>
}
