import { err, type Result } from '../../result.ts'
import { type Anchor, currentRound, type Spec, type SpecState, stateAt } from '../spec.ts'
import type { SpecAction } from './actions.ts'
import { batchAction } from './batch-actions.ts'
import { feedbackAction } from './feedback-actions.ts'
import { changeRound, endComments, meetingAction } from './meeting-actions.ts'
import { outcomeAction } from './outcome-actions.ts'
import { peopleAction } from './people-actions.ts'
import { type By, may, type SpecRight } from './permissions.ts'
import { type Refusal, unknown, wrongState } from './refusal.ts'
import { revisionAction } from './revision-actions.ts'

/** Facts that the rules need in addition to the spec; the caller reads them in the transaction of the change. */
export type Known = {
  now: Date
  /** Current state of the functional spec, for a design spec. */
  parent?: { name: string; state: SpecState; revision: number } | null
  /** Problems that `checkText` finds in the current text. */
  checks?: readonly string[]
  /** Frozen evidence of the current revision whose hash or content changed. */
  brokenEvidence?: readonly string[]
  /** Anchor of new or re-anchored feedback, computed from that revision; null when the quote is missing. */
  anchor?: Anchor | null
  /** The anchors of several new comments, in their order. */
  anchors?: readonly (Anchor | null)[]
  /** Revisions after the comment that change the text that it is about. */
  changedBy?: readonly number[]
  /** The same for several comments, by their numbers. */
  changedByComment?: ReadonlyMap<number, readonly number[]>
  /** Name that moved feedback gets on the other spec, such as `DS-3 F-1`. */
  movedAs?: string | null
  /** Reasons why a revision of a resolved spec is more than editorial. */
  notEditorial?: readonly string[]
  /** Hashes a removed text with a key of the server, so that a short one cannot be guessed from its hash. */
  hashRemoved?: (text: string) => string
}

/**
 * Returns the spec after an action, or a refusal because of permission, state or missing items. The function is pure.
 *
 * | action | state before | after |
 * | schedule | draft | in-review |
 * | postpone | in-review | in-review |
 * | hold, or the time of the meeting | in-review | meeting |
 * | close-meeting | meeting | resolving |
 * | end-comments, or the end of a comment period without a meeting | in-review | resolving |
 * | resolve | resolving | resolved |
 * | withdraw | draft, in-review, meeting, resolving | withdrawn |
 * | reopen | resolved, withdrawn | draft, a new round |
 * | supersede | resolved | superseded |
 */
export function transition(spec: Spec, action: SpecAction, by: By, known: Known): Result<Spec, Refusal> {
  const state = stateAt(spec, known.now)
  const current = state === spec.state ? spec : started(spec)
  const needs = RULES[action.kind]
  if (needs !== undefined) {
    if (!may(current, by, needs.right)) return err({ code: 'not-allowed', right: needs.right })
    if (!needs.in.includes(state)) return err(wrongState(action.kind, state, needs.in))
  }
  switch (action.kind) {
    case 'schedule':
    case 'postpone':
    case 'name-scribe':
    case 'minute':
    case 'hold':
    case 'end-comments':
    case 'close-meeting':
      return meetingAction(current, action, by, known)
    case 'resolve':
    case 'withdraw':
    case 'reopen':
    case 'supersede':
    case 'mark':
      return outcomeAction(current, action, by, known)
    case 'invite':
    case 'uninvite':
    case 'add-author':
    case 'hand-over':
      return peopleAction(current, action, known.now.toISOString())
    case 'revise':
    case 'confirm-change':
    case 'add-erratum':
    case 'rebase':
      return revisionAction(current, action, by, known)
    case 'give-all':
    case 'answer-all':
    case 'carry-out-all':
      return batchAction(current, action, by, known)
    case 'accept-suggestion':
    case 'store-draft-revision':
      return err(unknown('A suggestion is accepted with its revision, by a request of its own.'))
    default:
      return feedbackAction(current, action, by, known)
  }
}

const BEFORE_THE_END = ['draft', 'in-review', 'meeting', 'resolving'] as const
const ALWAYS = [...BEFORE_THE_END, 'resolved', 'withdrawn', 'superseded'] as const

type Rule = { right: SpecRight; in: readonly SpecState[] }

/** Required right and states of each action, except actions on feedback, which have rules of their own. */
const RULES: Partial<Record<SpecAction['kind'], Rule>> = {
  schedule: { right: 'steer', in: ['draft'] },
  postpone: { right: 'steer', in: ['in-review'] },
  'name-scribe': { right: 'steer', in: ['in-review', 'meeting'] },
  hold: { right: 'record', in: ['in-review'] },
  'end-comments': { right: 'steer', in: ['in-review'] },
  minute: { right: 'record', in: ['meeting'] },
  'close-meeting': { right: 'record', in: ['meeting'] },
  resolve: { right: 'steer', in: ['resolving'] },
  withdraw: { right: 'steer', in: BEFORE_THE_END },
  reopen: { right: 'steer', in: ['resolved', 'withdrawn'] },
  supersede: { right: 'steer', in: ['resolved'] },
  mark: { right: 'steer', in: ['resolved', 'superseded'] },
  invite: { right: 'steer', in: BEFORE_THE_END },
  uninvite: { right: 'steer', in: BEFORE_THE_END },
  'add-author': { right: 'steer', in: BEFORE_THE_END },
  'hand-over': { right: 'hand-over', in: ALWAYS },
  revise: { right: 'edit', in: [...BEFORE_THE_END, 'resolved'] },
  'confirm-change': { right: 'feedback', in: ['resolved', 'superseded'] },
  'add-erratum': { right: 'edit', in: ['resolved', 'superseded'] },
  rebase: { right: 'edit', in: BEFORE_THE_END },
}

function started(spec: Spec): Spec {
  const round = currentRound(spec)
  if (round?.withoutMeeting === true) return endComments(spec, round.meetingAt)
  return changeRound({ ...spec, state: 'meeting' }, (one) => ({ ...one, heldAt: one.meetingAt }))
}
