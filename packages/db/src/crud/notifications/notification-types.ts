import type { FindingEvent, StoredFinding } from '@assay/domain/findings/stored-finding'
import type { ChannelOptions } from '@assay/domain/notifications/channel-options'
import type { FindingStep } from '@assay/domain/notifications/digest'
import type { NotificationChannel } from '@assay/domain/notifications/notification-channel'
import type { Actor } from '../../types.ts'

/** A channel with its address and secret, both encrypted with the key of the server. */
export type SealedChannel = NotificationChannel & { addressSealed: string | null; secretSealed: string | null }

export type NewChannel = Pick<
  SealedChannel,
  'projectId' | 'personId' | 'kind' | 'shown' | 'addressSealed' | 'secretSealed'
> &
  ChannelOptions

/** The key of a channel and its owner: a project or a person. */
export type OwnedChannel = { projectId: string; personId: string | null; id: string }

/**
 * Channels of all projects, without a tenant scope, because a person's channels span projects and addresses are
 * secrets.
 */
export type ChannelDirectory = {
  /** Lists the channels of a project, oldest first. */
  list(projectId: string): Promise<NotificationChannel[]>
  /** Lists the channels of a person in all projects, with key and name of each project. */
  listOfPerson(personId: string): Promise<(NotificationChannel & { project: string; projectName: string })[]>
  find(channel: OwnedChannel): Promise<NotificationChannel | null>
  /** Finds a channel of any owner, for sending. */
  findSealed(channel: Pick<OwnedChannel, 'projectId' | 'id'>): Promise<SealedChannel | null>
  /**
   * Creates a channel.
   *
   * @returns the id, or null if the owner already has `max` channels.
   */
  create(channel: NewChannel, by: Actor, max: number): Promise<string | null>
  update(channel: OwnedChannel, options: ChannelOptions, by: Actor): Promise<boolean>
  /** Replaces the signing secret; further messages are signed with the new one. */
  renewSecret(channel: OwnedChannel, secretSealed: string, by: Actor): Promise<boolean>
  /** Pauses or resumes a channel; both reset its count of failures. */
  pause(channel: OwnedChannel, paused: boolean, by: Actor): Promise<boolean>
  remove(channel: OwnedChannel, by: Actor): Promise<boolean>
  /** Lists people who may manage the project; they are notified if a channel of the project fails. */
  listManagers(projectId: string): Promise<{ name: string; email: string }[]>
  /** Finds the address of a person's account, for the person's own mail channels. */
  findMailAddress(personId: string): Promise<{ name: string; email: string; verified: boolean } | null>
  /** Finds the person and the project whose feed a key opens; null for an unknown key. */
  findFeed(hashes: readonly string[]): Promise<{ projectId: string; personId: string } | null>
  /** Lists projects to whose feed a person has a key. */
  listFeedKeys(personId: string): Promise<{ project: string; projectName: string; createdAt: string }[]>
  /** Stores a key, replacing a previous one. */
  setFeedKey(key: { projectId: string; personId: string; keySha256: string }, by: Actor): Promise<void>
  /** Deletes the key, which then opens nothing. False if there was none. */
  removeFeedKey(key: { projectId: string; personId: string }, by: Actor): Promise<boolean>
}

export const MESSAGE_STATES = ['held', 'gathered', 'waiting', 'delivered', 'failed', 'dropped'] as const
type MessageState = (typeof MESSAGE_STATES)[number]

/** A notification to a channel or a subscriber; each gets one per occasion. */
export type Message = {
  id: string
  /** Null for a message about specs, which belongs to a subscription. */
  channelId: string | null
  subscriptionId: string | null
  /** Kind of the event in the history of a finding, or `test`, `digest`, or `several` for a summary of findings. */
  kind: string
  findingId: string | null
  occasion: string
  /**
   * `held` waits until a second run confirms the finding, `gathered` is part of a summary, and `dropped` is no longer
   * true or has no recipient.
   */
  state: MessageState
  attempts: number
  nextAt: string | null
  createdAt: string
  deliveredAt: string | null
  /** The reason why it was dropped or failed. */
  note: string | null
}

export type MessageAttempt = {
  id: string
  at: string
  delivered: boolean
  status: number | null
  reply: string
  tookMs: number
}

/** A message with a lease, so that only this worker sends it. */
export type ClaimedMessage = Message & { body: string | null; channel: { paused: boolean } }

/** The content of a message: the current finding, and the event of its history. */
export type MessageSubject = { finding: StoredFinding; event: FindingEvent | null }

/** `needsScan` is true if one of its runs was excluded and no scan ran since. */
export type ClaimedSubject = MessageSubject & { needsScan: boolean }

/** The result of an attempt; `nextAt` is null if there will be no further attempt. */
export type AttemptOutcome = Omit<MessageAttempt, 'id'> & { nextAt: Date | null }

export type MessageQueries = {
  /** Newest first. */
  list(query: { channelId: string; before: string | null; limit: number }): Promise<Message[]>
  find(id: string): Promise<(Message & { body: string | null; tries: MessageAttempt[] }) | null>
  /**
   * Claims a message; null if it is not due, already sent, or claimed by another worker. The lease expires by itself.
   */
  claim(id: string, at: Date, leaseMs: number): Promise<ClaimedMessage | null>
  /** Returns null if the finding was removed or is no longer active. */
  findSubject(id: string, at: Date): Promise<ClaimedSubject | null>
  /** Lists the subjects of the messages in a summary whose findings are still active, largest effect first. */
  listSummarized(id: string, at: Date): Promise<(ClaimedSubject & { kind: string })[]>
  /** Postpones the message as if it had not been claimed. */
  reschedule(id: string, until: Date): Promise<void>
  /** Saves the text that every attempt sends. */
  saveBody(id: string, body: string): Promise<void>
  /** Drops the message with a reason. */
  drop(id: string, why: string): Promise<void>
  /**
   * Stores an attempt and its effects.
   *
   * @returns true if its channel was paused, which happens after `maxFailures` failures.
   */
  recordAttempt(id: string, attempt: AttemptOutcome, maxFailures: number): Promise<{ paused: boolean }>
  /** Adds one message for an occasion; false if the channel already has it. */
  enqueue(message: { channelId: string; kind: 'test' | 'digest'; occasion: string }): Promise<boolean>
  /** Sends a message again with the same id; false if there is no such message. */
  redeliver(id: string): Promise<boolean>
  /** Sends held messages whose finding a second run confirmed, and drops those whose finding was removed. */
  releaseConfirmed(): Promise<number>
  /** Findings with held messages for which no plan of runs was started. */
  listHeldFindings(): Promise<StoredFinding[]>
  /** Enqueues jobs for due messages without a lease, which a killed worker left. */
  enqueueDueJobs(at: Date): Promise<number>
  /** Deletes messages that were created before a time and are delivered, failed or dropped. */
  deleteOld(before: Date): Promise<number>
  /** Lists channels with a weekly digest. */
  listWeeklyChannels(): Promise<{ id: string; timeZone: string; createdAt: string }[]>
  /** Lists events of findings that are still active, oldest first. */
  listFindingEvents(span: { since: Date; until: Date }): Promise<FindingStep[]>
}
