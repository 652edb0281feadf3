import { z } from 'zod'
import { Anchor, PersonRef } from './spec.ts'

/** The three responses of an author, and the closings without an opinion. */
export const ANSWER_KINDS = ['good-point', 'no-thank-you', 'good-point-but'] as const

export const ENDING_KINDS = ['answered', 'withdrawn', 'duplicate', 'moved'] as const

export const RESPONSE_KINDS = [...ANSWER_KINDS, ...ENDING_KINDS] as const

/** Responses that several comments can get together; the others name a comment or a spec. */
export const BULK_KINDS = [...ANSWER_KINDS, 'answered'] as const

/** Maximum comments that are sent or answered by one action. */
export const MAX_COMMENTS_AT_ONCE = 100

export type ResponseKind = (typeof RESPONSE_KINDS)[number]

/** A text that was removed for good; its place, and who agreed to it, stay. */
export const Redaction = z.object({
  by: PersonRef,
  at: z.string(),
  reason: z.string(),
  /** The other person; absent in redactions from the time when one person was enough. */
  requestedBy: PersonRef.optional(),
  /** Length of the removed text. */
  characters: z.int().optional(),
  /** Keyed hash of the removed text; absent in redactions from before version 0.2. */
  sha256: z.string().optional(),
})

/** A text that can be redacted: a response, an opinion or a reply by its number; the comment itself when all are null. */
export const RedactionTarget = z.object({
  response: z.int().nullable(),
  /** Position in `opinionsOf`, counted from 1. */
  opinion: z.int().nullable().default(null),
  reply: z.int().nullable().default(null),
})

export type RedactionTarget = z.infer<typeof RedactionTarget>

export const isSameTarget = (a: RedactionTarget, b: RedactionTarget): boolean =>
  a.response === b.response && a.opinion === b.opinion && a.reply === b.reply

export const REDACTION_ROLES = ['author', 'commenter', 'maintainer'] as const

/** A redaction that waits for a second person. */
export const RedactionRequest = z.object({
  ...RedactionTarget.shape,
  reason: z.string(),
  as: z.enum(REDACTION_ROLES),
  by: PersonRef,
  at: z.string(),
})

export type RedactionRequest = z.infer<typeof RedactionRequest>

/** A response. A later one supersedes the earlier ones, which stay stored. */
export const Response = z.object({
  number: z.int(),
  kind: z.enum(RESPONSE_KINDS),
  reason: z.string(),
  workaround: z.string(),
  /** The revision in which a good point is done; null while it is open. */
  carriedBy: z.int().nullable(),
  /** Where the change is; required when the revision does not change the quoted text. */
  where: z.string(),
  duplicateOf: z.int().nullable(),
  /** Names of the spec and of its feedback: `DS-3 F-1`. */
  movedTo: z.string().nullable(),
  by: PersonRef,
  at: z.string(),
  /** True when a scribe wrote it and no author has confirmed it yet. */
  draft: z.boolean(),
  redacted: Redaction.nullable(),
})

export type Response = z.infer<typeof Response>

export const SOURCES = ['web', 'email', 'in-person', 'meeting'] as const

/** The reviewer's opinion on a response, which does not block the resolution. */
export const Opinion = z.object({
  content: z.boolean(),
  text: z.string(),
  at: z.string(),
  /** Number of the response that it is about; null in opinions that were stored before the number was. */
  response: z.int().nullable().default(null),
  redacted: Redaction.nullable().default(null),
})

export type Opinion = z.infer<typeof Opinion>

/** A text before its writer changed it. */
export const EarlierText = z.object({ text: z.string(), replacedAt: z.string() })

export type EarlierText = z.infer<typeof EarlierText>

/** A reply to a comment. */
export const Reply = z.object({
  number: z.int(),
  by: PersonRef,
  at: z.string(),
  text: z.string(),
  /** Number of the response after which it opens the comment again; null for an ordinary reply. */
  reopens: z.int().nullable(),
  /** Texts before its writer changed it, oldest first. */
  earlier: z.array(EarlierText),
  redacted: Redaction.nullable(),
})

export type Reply = z.infer<typeof Reply>

export const Feedback = z.object({
  number: z.int(),
  giver: PersonRef,
  /** The person who recorded it on behalf of the reviewer; null when the reviewer wrote it. */
  recorder: PersonRef.nullable(),
  source: z.enum(SOURCES),
  body: z.string(),
  anchor: Anchor,
  revision: z.int(),
  /** Round in which it was given; null before the first. */
  round: z.int().nullable(),
  at: z.string(),
  movedFrom: z.string().nullable(),
  /** The anchor that an author set by hand, with its revision. */
  placed: z.object({ anchor: Anchor, revision: z.int(), by: PersonRef, at: z.string() }).optional(),
  responses: z.array(Response),
  /** The reviewer's latest opinion on a response. */
  verdict: Opinion.nullable(),
  /** Opinions that the reviewer changed since, oldest first; none is ever removed. */
  earlierVerdicts: z.array(Opinion).default([]),
  replies: z.array(Reply).default([]),
  /** Words that the reviewer suggests in place of the quoted ones, empty to remove them; null without a suggestion. */
  suggestion: z.string().nullable().default(null),
  /** The author who collected the suggestion for the next revision; absent when it is not collected. */
  inDraftRevision: z.object({ by: PersonRef, at: z.string() }).optional(),
  /** People who second the comment. */
  seconds: z.array(z.object({ by: PersonRef, at: z.string() })).default([]),
  /** Texts of the comment before its writer changed it, oldest first. */
  earlierBodies: z.array(EarlierText).default([]),
  redactionRequests: z.array(RedactionRequest).default([]),
  redacted: Redaction.nullable(),
})

export type Feedback = z.infer<typeof Feedback>

export const feedbackName = (number: number): string => `F-${number}`

export const responseName = (feedback: number, response: number): string => `F-${feedback}.${response}`

/** The anchor to re-anchor: the one that an author set by hand, otherwise the original. */
export const followedAnchor = ({ anchor, placed }: Feedback): Anchor => placed?.anchor ?? anchor

/** The newest response; drafts of a scribe do not count. */
export const latestResponse = ({ responses }: Feedback): Response | null =>
  responses.findLast(({ draft }) => !draft) ?? null

/** The response in force: the newest one, unless the comment was reopened after it. */
export function standingResponse(feedback: Feedback): Response | null {
  const latest = latestResponse(feedback)
  const isReopened = feedback.replies.some(({ reopens }) => reopens !== null && reopens === latest?.number)
  return isReopened ? null : latest
}

/** All opinions of the reviewer on responses, oldest first. */
export const opinionsOf = ({ verdict, earlierVerdicts }: Feedback): Opinion[] => [
  ...earlierVerdicts,
  ...(verdict === null ? [] : [verdict]),
]

/** The comment with these opinions, oldest first. */
export const withOpinions = (feedback: Feedback, opinions: readonly Opinion[]): Feedback => ({
  ...feedback,
  verdict: opinions.at(-1) ?? null,
  earlierVerdicts: opinions.slice(0, -1),
})

export type FeedbackStatus = 'open' | 'promised' | 'closed'

export function statusOf(feedback: Feedback): FeedbackStatus {
  const response = standingResponse(feedback)
  if (response === null) return 'open'
  return response.kind === 'good-point' && response.carriedBy === null ? 'promised' : 'closed'
}
