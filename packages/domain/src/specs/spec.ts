import { z } from 'zod'
import type { Feedback } from './feedback.ts'

// Each spec is reviewed on its own and stores its discussion for ever. Names of people are stored with each action, so
// that they outlive accounts.

export const SPEC_KINDS = ['functional', 'design'] as const

export type SpecKind = (typeof SPEC_KINDS)[number]

export const SPEC_STATES = [
  'draft',
  'in-review',
  'meeting',
  'resolving',
  'resolved',
  'withdrawn',
  'superseded',
] as const

export type SpecState = (typeof SPEC_STATES)[number]

/**
 * `key` identifies people and tokens (`person:ID`, `token:ID`, `guest:ID`, or only a name for people without an
 * account).
 */
export const PersonRef = z.object({ key: z.string(), name: z.string() })

export type PersonRef = z.infer<typeof PersonRef>

export const REVIEWER_ROLES = ['reader', 'decider', 'scribe'] as const

/** An invited reviewer; most need not attend the meeting. */
export const Reviewer = z.object({
  who: PersonRef,
  email: z.string().nullable(),
  role: z.enum(REVIEWER_ROLES),
  invitedAt: z.string(),
})

export type Reviewer = z.infer<typeof Reviewer>

/** One round of review: a period for comments, a meeting, or both, and their results. Times are ISO 8601. */
export const Round = z.object({
  number: z.int(),
  /** Time of the meeting; without a meeting the end of the comment period. */
  meetingAt: z.string(),
  /** End of the comment period; absent in rounds that only have a meeting. */
  commentsUntil: z.string().optional(),
  /** Present when the round is a comment period only. */
  withoutMeeting: z.literal(true).optional(),
  timeZone: z.string(),
  place: z.string(),
  /** Days between scheduling and the meeting, and the reason if they are fewer than usual. */
  noticeDays: z.number(),
  shortNoticeReason: z.string().nullable(),
  /** Problems of the text that the author accepted, each with a reason. */
  waived: z.array(z.object({ check: z.string(), reason: z.string() })),
  scribe: PersonRef.nullable(),
  scheduledAt: z.string(),
  openedRevision: z.int(),
  heldAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  closedRevision: z.int().nullable(),
  /** Numbers of the feedback that the meeting left open. */
  leftOpen: z.array(z.int()),
  minutes: z.string(),
  attendance: z.array(z.string()),
  endedAt: z.string().nullable(),
  end: z.enum(['resolved', 'withdrawn']).nullable(),
})

export type Round = z.infer<typeof Round>

export const ANCHOR_KINDS = ['range', 'block', 'heading', 'cell', 'figure', 'whole'] as const

/** A range of a block, as offsets in its plain text. */
export const Segment = z.object({ block: z.string(), start: z.int(), end: z.int() })

export type Segment = z.infer<typeof Segment>

/**
 * Anchor of feedback: the quoted text with its context, from the revision on which it was created. Selected words of
 * several blocks are quoted with an empty line between the blocks.
 */
export const Anchor = z.object({
  kind: z.enum(ANCHOR_KINDS),
  /** Id of the block; null for the whole spec. */
  block: z.string().nullable(),
  /** Offset in the plain text of the block, in characters. */
  start: z.int(),
  end: z.int(),
  /** The ranges in the following blocks, of words that were selected over several blocks. */
  rest: z.array(Segment).optional(),
  /** The cell or point of a figure, as its row, column and value. */
  part: z.string().optional(),
  quote: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  headings: z.array(z.string()),
})

export type Anchor = z.infer<typeof Anchor>

export const WHOLE: Anchor = {
  kind: 'whole',
  block: null,
  start: 0,
  end: 0,
  quote: '',
  prefix: '',
  suffix: '',
  headings: [],
}

/** An editorial revision of a resolved spec. */
export const Amendment = z.object({
  revision: z.int(),
  note: z.string(),
  by: PersonRef,
  at: z.string(),
  /** The reviewer who confirmed that it changes words only; null until then. */
  confirmed: z.object({ by: PersonRef, at: z.string() }).nullable().default(null),
})

export type Amendment = z.infer<typeof Amendment>

/** A correction of a resolved text, which stays as it was resolved. */
export const Erratum = z.object({
  number: z.int(),
  /** The words that are wrong; empty when it is about the whole. */
  quote: z.string(),
  text: z.string(),
  by: PersonRef,
  at: z.string(),
})

export type Erratum = z.infer<typeof Erratum>

export const OUTCOMES = ['not-built', 'built', 'abandoned'] as const

/** The outcome of a resolved spec. */
export const Outcome = z.object({
  kind: z.enum(OUTCOMES),
  note: z.string(),
  /** Versions and ids of runs that show which goals were met or missed. */
  versions: z.array(z.string()),
  runs: z.array(z.object({ id: z.string(), goal: z.string(), met: z.boolean() })),
  by: PersonRef,
  at: z.string(),
})

export type Outcome = z.infer<typeof Outcome>

export type Spec = {
  kind: SpecKind
  /** Counted by kind within a project; never reused. */
  number: number
  title: string
  state: SpecState
  owner: PersonRef
  coAuthors: readonly PersonRef[]
  revision: number
  /** Number of the functional spec of a design spec. */
  parent: number | null
  /** Revision of the functional spec that a design spec builds on. */
  baseRevision: number | null
  readers: readonly Reviewer[]
  rounds: readonly Round[]
  feedback: readonly Feedback[]
  /** Editorial changes after it was resolved. */
  amendments: readonly Amendment[]
  /** Corrections that are listed with the resolved text. */
  errata: readonly Erratum[]
  outcome: Outcome | null
  /** The reason why it was withdrawn or superseded, and its successor. */
  ended: { reason: string; successor: string | null; by: PersonRef; at: string } | null
}

export const specName = ({ kind, number }: { kind: SpecKind; number: number }): string =>
  `${kind === 'functional' ? 'FS' : 'DS'}-${number}`

/** Parses a name such as `FS-12`, case-insensitively; null for other texts. */
export function readSpecName(name: string): { kind: SpecKind; number: number } | null {
  const [, letters, digits] = /^(fs|ds)-([1-9]\d{0,6})$/i.exec(name) ?? []
  if (letters === undefined) return null
  return { kind: letters.toLowerCase() === 'fs' ? 'functional' : 'design', number: Number(digits) }
}

export const newSpec = (of: Pick<Spec, 'kind' | 'number' | 'title' | 'owner' | 'parent' | 'baseRevision'>): Spec => ({
  ...of,
  state: 'draft',
  coAuthors: [],
  revision: 1,
  readers: [],
  rounds: [],
  feedback: [],
  amendments: [],
  errata: [],
  outcome: null,
  ended: null,
})

export const currentRound = (spec: Spec): Round | null => spec.rounds.findLast(({ end }) => end === null) ?? null

/**
 * The state at a time: a meeting begins at its scheduled time, even if nobody starts it, and a comment period without a
 * meeting ends.
 */
export function stateAt(spec: Spec, now: Date): SpecState {
  const round = currentRound(spec)
  const isStarted = round !== null && Date.parse(round.meetingAt) <= now.getTime()
  if (spec.state !== 'in-review' || !isStarted) return spec.state
  return round.withoutMeeting === true ? 'resolving' : 'meeting'
}

/** Editorial revisions since the last round was resolved, oldest first. */
export function amendmentsSinceResolved({ rounds, amendments }: Pick<Spec, 'rounds' | 'amendments'>): Amendment[] {
  const resolvedAt = rounds.findLast(({ end }) => end === 'resolved')?.endedAt ?? null
  return resolvedAt === null ? [] : amendments.filter(({ at }) => Date.parse(at) >= Date.parse(resolvedAt))
}

/** The revision that was resolved, of a resolved or superseded spec. */
export const resolvedRevisionOf = (spec: Pick<Spec, 'rounds' | 'amendments' | 'revision'>): number =>
  spec.revision - amendmentsSinceResolved(spec).length
