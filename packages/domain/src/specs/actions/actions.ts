import { z } from 'zod'
import { noteText } from '../../findings/notes/note-text.ts'
import { isTimeZone } from '../../time-zone.ts'
import { BULK_KINDS, MAX_COMMENTS_AT_ONCE, RESPONSE_KINDS, SOURCES } from '../feedback.ts'
import { ANCHOR_KINDS, OUTCOMES, PersonRef, REVIEWER_ROLES } from '../spec.ts'

// Actions on a spec as clients send them. Facts that only the server knows (the text of an anchor, whether a revision
// changes it) are in `Known` of transition.ts.

const words = (max: number, whenEmpty?: string) => noteText(max, whenEmpty)
const optionalWords = (max: number) => z.union([z.literal('').transform(() => ''), noteText(max)]).default('')
const feedback = z.int32().min(1)
/**
 * The text of a redaction: a response, an opinion or a reply by its number, or the comment itself when all are null.
 */
export const redacted = {
  feedback,
  response: z.int32().min(1).nullable().default(null),
  opinion: z.int32().min(1).nullable().default(null),
  reply: z.int32().min(1).nullable().default(null),
}

/** Words in place of the quoted ones; null for a comment without a suggestion. */
export const suggestion = z.string().max(4_000).nullable().default(null)

/** Actions of the discussion of a comment, which guests take as well. */
export const THREAD_ACTIONS = [
  z.strictObject({ kind: z.literal('reply'), feedback, text: words(20_000) }),
  /** Changes an own text: a reply by its number, or the comment itself. The earlier text stays readable. */
  z.strictObject({
    kind: z.literal('edit-text'),
    feedback,
    reply: z.int32().min(1).nullable().default(null),
    text: words(20_000),
  }),
  z.strictObject({ kind: z.literal('second'), feedback }),
  /** Opens a comment again after a response. */
  z.strictObject({ kind: z.literal('reopen-comment'), feedback, reason: words(20_000) }),
] as const

/** Maximum blocks of one selection. */
export const MAX_SELECTED_BLOCKS = 20

/** The target of a comment: a quote of a block, a block, or nothing for the whole spec. */
export const AnchorInput = z.strictObject({
  kind: z.enum(ANCHOR_KINDS),
  block: z.string().max(40).nullable().default(null),
  quote: z.string().max(4_000).default(''),
  /** The following blocks of a selection over several blocks, each with its selected words. */
  rest: z
    .array(z.strictObject({ block: z.string().max(40), quote: z.string().min(1).max(4_000) }))
    .max(MAX_SELECTED_BLOCKS - 1)
    .optional(),
  /** The cell or point of a figure, in words. */
  part: z.string().trim().min(1).max(300).optional(),
  prefix: z.string().max(200).default(''),
  suffix: z.string().max(200).default(''),
})
export type AnchorInput = z.infer<typeof AnchorInput>

/** Draft comments that a reviewer sends together, all or none. */
export const GiveAll = z.strictObject({
  kind: z.literal('give-all'),
  comments: z
    .array(z.strictObject({ body: words(20_000), anchor: AnchorInput, suggestion, revision: z.int32().min(1) }))
    .min(1)
    .max(MAX_COMMENTS_AT_ONCE),
})

export const SpecAction = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('schedule'),
      /** Null for a comment period without a meeting. */
      meetingAt: z.iso.datetime({ offset: true }).nullable().default(null),
      /** End of the comment period, which may come before a meeting. */
      commentsUntil: z.iso.datetime({ offset: true }).nullable().default(null),
      timeZone: words(60).refine(isTimeZone, 'is not a time zone; name one such as Europe/Vienna or UTC'),
      /** Empty without a meeting. */
      place: optionalWords(500),
      shortNoticeReason: words(1_000).nullable().default(null),
      waived: z
        .array(z.strictObject({ check: words(300), reason: words(1_000) }))
        .max(200)
        .default([]),
      scribe: PersonRef.nullable().default(null),
    }),
    z.strictObject({
      kind: z.literal('postpone'),
      meetingAt: z.iso.datetime({ offset: true }),
      place: words(500).optional(),
      shortNoticeReason: words(1_000).nullable().default(null),
    }),
    /** The person who takes the minutes; null when the authors do. */
    z.strictObject({ kind: z.literal('name-scribe'), scribe: PersonRef.nullable() }),
    z.strictObject({ kind: z.literal('hold') }),
    /** Ends a comment period without a meeting before its date. */
    z.strictObject({ kind: z.literal('end-comments') }),
    /** Saves the minutes of the meeting so far. */
    z.strictObject({
      kind: z.literal('minute'),
      minutes: z.union([z.literal(''), words(20_000)]).optional(),
      /**
       * The text that these minutes were edited from, so that two people who edit at once do not overwrite each other.
       */
      over: z.string().max(20_000).optional(),
      attendance: z.array(words(200)).max(200).optional(),
    }),
    z.strictObject({
      kind: z.literal('close-meeting'),
      /** Empty minutes leave the saved ones as they are. */
      minutes: optionalWords(20_000),
      attendance: z.array(words(200)).max(200).default([]),
    }),
    z.strictObject({ kind: z.literal('resolve') }),
    z.strictObject({ kind: z.literal('withdraw'), reason: words(2_000) }),
    z.strictObject({ kind: z.literal('reopen'), reason: words(2_000) }),
    z.strictObject({ kind: z.literal('supersede'), reason: words(2_000), successor: words(20) }),
    z.strictObject({
      kind: z.literal('mark'),
      outcome: z.enum(OUTCOMES),
      note: optionalWords(2_000),
      versions: z.array(words(200)).max(100).default([]),
      runs: z
        .array(
          z.strictObject({
            id: words(60, 'is empty; a goal names the run that shows it; describe a goal without a run in the note'),
            goal: words(300, 'is empty; say which goal the run shows met or missed'),
            met: z.boolean(),
          }),
        )
        .max(100)
        .default([]),
    }),
    z.strictObject({
      kind: z.literal('invite'),
      who: PersonRef,
      email: z.email().max(254).nullable().default(null),
      role: z.enum(REVIEWER_ROLES).default('reader'),
    }),
    z.strictObject({ kind: z.literal('uninvite'), key: z.string().max(100) }),
    z.strictObject({ kind: z.literal('add-author'), who: PersonRef }),
    z.strictObject({ kind: z.literal('hand-over'), to: PersonRef }),
    /** Stores a text that was edited from revision `base`. */
    z.strictObject({ kind: z.literal('revise'), base: z.int32().min(1), title: words(200), note: words(500) }),
    /** Adds a correction to a resolved spec, whose text stays as it is. */
    z.strictObject({ kind: z.literal('add-erratum'), text: words(5_000), quote: optionalWords(4_000) }),
    /** Confirms as a reviewer that a revision of a resolved spec changes words only. */
    z.strictObject({ kind: z.literal('confirm-change'), revision: z.int32().min(1) }),
    /** Records that a design spec now builds on that functional revision. */
    z.strictObject({ kind: z.literal('rebase'), baseRevision: z.int32().min(1) }),
    z.strictObject({
      kind: z.literal('give'),
      body: words(20_000),
      anchor: AnchorInput,
      suggestion,
      /** The revision that the sender read. */
      revision: z.int32().min(1),
      source: z.enum(SOURCES).default('web'),
      /** Name of the reviewer on whose behalf it is recorded; null when the sender is the reviewer. */
      giver: words(200).nullable().default(null),
    }),
    z.strictObject({
      kind: z.literal('answer'),
      feedback,
      answer: z.enum(RESPONSE_KINDS),
      reason: optionalWords(20_000),
      workaround: optionalWords(20_000),
      where: optionalWords(2_000),
      carriedBy: z.int32().min(1).nullable().default(null),
      duplicateOf: feedback.nullable().default(null),
      /** The design spec that the comment moves to: `DS-3`. */
      movedTo: words(40).nullable().default(null),
      /**
       * `threadLength` of the comment as the author read it; a response to a discussion that went on is refused.
       */
      seen: z.int32().min(0).optional(),
    }),
    GiveAll,
    /** Responses to several comments, all or none. */
    z.strictObject({
      kind: z.literal('answer-all'),
      answers: z
        .array(
          z.strictObject({
            feedback,
            answer: z.enum(BULK_KINDS),
            reason: optionalWords(20_000),
            workaround: optionalWords(20_000),
            seen: z.int32().min(0).optional(),
          }),
        )
        .min(1)
        .max(MAX_COMMENTS_AT_ONCE),
    }),
    ...THREAD_ACTIONS,
    /** Collects a suggestion for the next revision, where all authors see it. */
    z.strictObject({ kind: z.literal('add-to-draft-revision'), feedback }),
    z.strictObject({ kind: z.literal('remove-from-draft-revision'), feedback }),
    /** Stores these suggestions as one revision, in which their comments are done. */
    z.strictObject({
      kind: z.literal('store-draft-revision'),
      comments: z.array(feedback).min(1).max(MAX_COMMENTS_AT_ONCE),
    }),
    /** Stores the suggested words as a revision, in which the comment is done. */
    z.strictObject({ kind: z.literal('accept-suggestion'), feedback }),
    z.strictObject({ kind: z.literal('confirm'), feedback }),
    /** Sets the position of feedback on the current revision by hand. */
    z.strictObject({ kind: z.literal('place'), feedback, anchor: AnchorInput }),
    z.strictObject({
      kind: z.literal('carry-out'),
      feedback,
      revision: z.int32().min(1),
      where: optionalWords(2_000),
    }),
    /** Marks many accepted comments as done, all or none. */
    z.strictObject({
      kind: z.literal('carry-out-all'),
      done: z
        .array(z.strictObject({ feedback, revision: z.int32().min(1) }))
        .min(1)
        .max(500),
      where: optionalWords(2_000),
    }),
    z.strictObject({ kind: z.literal('say'), feedback, content: z.boolean(), text: optionalWords(20_000) }),
    /** Requests that a text is removed for good; another person has to agree. */
    z.strictObject({ kind: z.literal('request-redaction'), ...redacted, reason: words(2_000) }),
    /** Agrees to a requested redaction, which removes the text. */
    z.strictObject({ kind: z.literal('redact'), ...redacted }),
    z.strictObject({ kind: z.literal('decline-redaction'), ...redacted }),
  ])
  .meta({ id: 'SpecAction', description: 'Something that is done with a spec' })
export type SpecAction = z.infer<typeof SpecAction>
