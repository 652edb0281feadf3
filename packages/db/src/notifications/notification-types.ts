import type { FindingEvent, StoredFinding } from '@assay/domain/findings/stored-finding'
import type { TargetOptions } from '@assay/domain/notifications/channel-options'
import type { Happened } from '@assay/domain/notifications/digest'
import type { TellingTarget } from '@assay/domain/notifications/notification-channel'
import type { Actor } from '../types.ts'

/** As encrypted text: the server's key opens it. */
export type SealedTarget = TellingTarget & { addressSealed: string | null; secretSealed: string | null }

export type NewTarget = Pick<
  SealedTarget,
  'projectId' | 'personId' | 'kind' | 'shown' | 'addressSealed' | 'secretSealed'
> &
  TargetOptions

/** A target that somebody may change: of a project, or a person's own. */
export type OwnedTarget = { projectId: string; personId: string | null; id: string }

/** Targets of all projects, asked outside of any scope: a person's own are on their account, and addresses are secrets. */
export type TellingDirectory = {
  /** A project's, oldest first. */
  list(projectId: string): Promise<TellingTarget[]>
  /** A person's own in all projects, with the slugs and names of these. */
  listOf(personId: string): Promise<(TellingTarget & { project: string; projectName: string })[]>
  find(target: OwnedTarget): Promise<TellingTarget | null>
  /** Of whoever it is, for sending. */
  open(target: Pick<OwnedTarget, 'projectId' | 'id'>): Promise<SealedTarget | null>
  /** Null when there are `most` already. @returns its id. */
  make(target: NewTarget, by: Actor, most: number): Promise<string | null>
  change(target: OwnedTarget, options: TargetOptions, by: Actor): Promise<boolean>
  /** A secret in place of another, which signs no more. */
  renewSecret(target: OwnedTarget, secretSealed: string, by: Actor): Promise<boolean>
  /** Going on forgets what failed. */
  pause(target: OwnedTarget, paused: boolean, by: Actor): Promise<boolean>
  remove(target: OwnedTarget, by: Actor): Promise<boolean>
  /** Who is told that a target of a project fails: those who may manage the project. */
  managers(projectId: string): Promise<{ name: string; email: string }[]>
  /** Where a person's own mail goes. */
  addressOf(personId: string): Promise<{ name: string; email: string; verified: boolean } | null>
  /** Whose key opens the feed of a project; null for none. */
  personOfKey(project: string, keySha256: string): Promise<string | null>
  /** Projects whose feed a person has a key to. */
  feedKeys(personId: string): Promise<{ project: string; projectName: string; createdAt: string }[]>
  /** A key in place of the one before, if there was one. */
  setFeedKey(key: { projectId: string; personId: string; keySha256: string }, by: Actor): Promise<void>
  /** From the answer on it opens nothing; false when there was none. */
  removeFeedKey(key: { projectId: string; personId: string }, by: Actor): Promise<boolean>
}

export const MESSAGE_STATES = ['held', 'gathered', 'waiting', 'delivered', 'failed', 'dropped'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** What a target is told, once for each occasion. */
export type Message = {
  id: string
  /** Null where it is for somebody who is told of specs. */
  targetId: string | null
  listenerId: string | null
  /** As in the history of a finding, or `test`, `digest`, or `several` for a list of many. */
  kind: string
  findingId: string | null
  occasion: string
  /** held: until a second run confirms it. gathered: told in a list with others. dropped: it was not true any more, or nobody was there to be told. */
  state: MessageState
  attempts: number
  nextAt: string | null
  createdAt: string
  deliveredAt: string | null
  /** Why it was dropped or given up. */
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
export type ClaimedMessage = Message & { body: string | null; target: { paused: boolean } }

/** What a message is written of: the finding as it is now, and what happened to it. */
export type MessageSubject = { finding: StoredFinding; event: FindingEvent | null }

/** `behind`: one of its runs was taken out, and nobody has looked at the data since. */
export type FoundSubject = MessageSubject & { behind: boolean }

/** What came of an attempt: `nextAt` for another one, null for no more. */
export type Attempted = Omit<MessageAttempt, 'id'> & { nextAt: Date | null }

export type MessageQueries = {
  /** Newest first. */
  list(query: { targetId: string; before: string | null; limit: number }): Promise<Message[]>
  find(id: string): Promise<(Message & { body: string | null; tries: MessageAttempt[] }) | null>
  /** Null when it is not due, somebody else is at it, or nothing is left to send. The lease ends by itself. */
  claim(id: string, at: Date, leaseMs: number): Promise<ClaimedMessage | null>
  /** Null when the finding is not there any more, or does not stand. */
  subject(id: string, at: Date): Promise<FoundSubject | null>
  /** Of the messages that a list tells: those whose findings still stand, the largest first. */
  gathered(id: string, at: Date): Promise<(FoundSubject & { kind: string })[]>
  /** Lets it wait, as if it had not been claimed. */
  putOff(id: string, until: Date): Promise<void>
  /** What is sent from now on, on every attempt. */
  write(id: string, body: string): Promise<void>
  /** Gives it up, and says why. */
  drop(id: string, why: string): Promise<void>
  /** Stores an attempt and what follows from it. @returns whether its target was paused for it, after `most` failures. */
  attempted(id: string, attempt: Attempted, most: number): Promise<{ paused: boolean }>
  /** Says an occasion to a target once; false when it was said before. */
  say(message: { targetId: string; kind: 'test' | 'digest'; occasion: string }): Promise<boolean>
  /** Sends it again, with the same id; false when there is no such message. */
  redeliver(id: string): Promise<boolean>
  /** Those that wait for a second run and now have it are sent; those that came to nothing are dropped. */
  release(): Promise<number>
  /** Asks for those that are due and that nobody is at: what a killed worker left. */
  askForDue(at: Date): Promise<number>
  /** Those that are done with, made before. */
  forget(before: Date): Promise<number>
  /** Targets of which a digest may be due. */
  weekly(): Promise<{ id: string; timeZone: string; createdAt: string }[]>
  /** What happened to findings that still stand, oldest first. */
  happened(span: { since: Date; until: Date }): Promise<Happened[]>
}
