import type { FindingEvent, StoredFinding } from '@assay/domain/findings/stored-finding'
import type { ChannelOptions } from '@assay/domain/notifications/channel-options'
import type { FindingStep } from '@assay/domain/notifications/digest'
import type { NotificationChannel } from '@assay/domain/notifications/notification-channel'
import type { Actor } from '../../types.ts'

/** A channel with its address and secret, encrypted with the key of the server. */
export type SealedChannel = NotificationChannel & { addressSealed: string | null; secretSealed: string | null }

export type NewChannel = Pick<
  SealedChannel,
  'projectId' | 'personId' | 'kind' | 'shown' | 'addressSealed' | 'secretSealed'
> &
  ChannelOptions

/** The key of a channel and its owner: a project, or a person. */
export type OwnedChannel = { projectId: string; personId: string | null; id: string }

/** Channels of all projects, without a tenant scope: a person's own span projects, and addresses are secrets. */
export type ChannelDirectory = {
  /** The channels of a project, oldest first. */
  list(projectId: string): Promise<NotificationChannel[]>
  /** The channels of a person in all projects, with slug and name of each project. */
  listOfPerson(personId: string): Promise<(NotificationChannel & { project: string; projectName: string })[]>
  find(channel: OwnedChannel): Promise<NotificationChannel | null>
  /** A channel of any owner, for sending. */
  findSealed(channel: Pick<OwnedChannel, 'projectId' | 'id'>): Promise<SealedChannel | null>
  /** @returns the id, or null when the owner has `max` channels already. */
  create(channel: NewChannel, by: Actor, max: number): Promise<string | null>
  update(channel: OwnedChannel, options: ChannelOptions, by: Actor): Promise<boolean>
  /** Replaces the signing secret; the old one signs no further message. */
  renewSecret(channel: OwnedChannel, secretSealed: string, by: Actor): Promise<boolean>
  /** Pauses or resumes a channel; to resume resets its count of failures. */
  pause(channel: OwnedChannel, paused: boolean, by: Actor): Promise<boolean>
  remove(channel: OwnedChannel, by: Actor): Promise<boolean>
  /** People who may manage the project: they are notified when a channel of the project fails. */
  listManagers(projectId: string): Promise<{ name: string; email: string }[]>
  /** The address of a person's account, for their own mail channels. */
  findMailAddress(personId: string): Promise<{ name: string; email: string; verified: boolean } | null>
  /** The person whose key opens the feed of a project; null for an unknown key. */
  findPersonByFeedKey(project: string, hashes: readonly string[]): Promise<string | null>
  /** Projects to whose feed a person has a key. */
  listFeedKeys(personId: string): Promise<{ project: string; projectName: string; createdAt: string }[]>
  /** Stores a key and replaces the one before, if any. */
  setFeedKey(key: { projectId: string; personId: string; keySha256: string }, by: Actor): Promise<void>
  /** Deletes the key; it opens nothing afterwards. False when there was none. */
  removeFeedKey(key: { projectId: string; personId: string }, by: Actor): Promise<boolean>
}

export const MESSAGE_STATES = ['held', 'gathered', 'waiting', 'delivered', 'failed', 'dropped'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** A notification to a channel or a subscriber, one for each occasion. */
export type Message = {
  id: string
  /** Null for a message about specs, which has a subscription. */
  channelId: string | null
  subscriptionId: string | null
  /** A kind of step in the history of a finding, or `test`, `digest`, or `several` for a summary of findings. */
  kind: string
  findingId: string | null
  occasion: string
  /** held: until a second run confirms it. gathered: part of a summary. dropped: no longer true, or without a recipient. */
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

/** A message that this worker, and no other, sends now. */
export type ClaimedMessage = Message & { body: string | null; channel: { paused: boolean } }

/** The content of a message: the finding as it is now, and the event of its history. */
export type MessageSubject = { finding: StoredFinding; event: FindingEvent | null }

/** `needsScan` is true when one of its runs was excluded and no scan ran since. */
export type ClaimedSubject = MessageSubject & { needsScan: boolean }

/** The outcome of an attempt; `nextAt` is null when no further attempt is made. */
export type AttemptOutcome = Omit<MessageAttempt, 'id'> & { nextAt: Date | null }

export type MessageQueries = {
  /** Newest first. */
  list(query: { channelId: string; before: string | null; limit: number }): Promise<Message[]>
  find(id: string): Promise<(Message & { body: string | null; tries: MessageAttempt[] }) | null>
  /** Null when it is not due, another worker has it, or it is sent. The lease expires by itself. */
  claim(id: string, at: Date, leaseMs: number): Promise<ClaimedMessage | null>
  /** Null when the finding is removed or no longer active. */
  findSubject(id: string, at: Date): Promise<ClaimedSubject | null>
  /** The subjects of the messages in a summary whose findings are still active, largest effect first. */
  listSummarized(id: string, at: Date): Promise<(ClaimedSubject & { kind: string })[]>
  /** Postpones it, as if it had not been claimed. */
  reschedule(id: string, until: Date): Promise<void>
  /** Saves the text that every attempt sends. */
  saveBody(id: string, body: string): Promise<void>
  /** Drops it with a reason. */
  drop(id: string, why: string): Promise<void>
  /** Stores an attempt and its effects. @returns whether its channel was paused, which happens after `maxFailures`. */
  recordAttempt(id: string, attempt: AttemptOutcome, maxFailures: number): Promise<{ paused: boolean }>
  /** Adds one message for an occasion; false when the channel has it already. */
  enqueue(message: { channelId: string; kind: 'test' | 'digest'; occasion: string }): Promise<boolean>
  /** Sends it again, with the same id; false when there is no such message. */
  redeliver(id: string): Promise<boolean>
  /** Sends held messages whose finding a second run confirmed, and drops those whose finding is removed. */
  releaseConfirmed(): Promise<number>
  /** Enqueues jobs for due messages without a lease, which a killed worker left. */
  enqueueDueJobs(at: Date): Promise<number>
  /** Deletes messages that are delivered, failed or dropped and were created before. */
  deleteOld(before: Date): Promise<number>
  /** Channels that may be due a weekly digest. */
  listWeeklyChannels(): Promise<{ id: string; timeZone: string; createdAt: string }[]>
  /** Events of findings that are still active, oldest first. */
  listFindingEvents(span: { since: Date; until: Date }): Promise<FindingStep[]>
}
