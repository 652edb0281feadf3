import { err, ok, type Result } from '../result.ts'
import type { SpecAction } from './actions.ts'
import { feedbackAction } from './feedback-actions.ts'
import { type By, isAuthorOf, may, type SpecRight } from './permissions.ts'
import { type Refusal, unknown, wrongState } from './refusal.ts'
import { missingForResolve } from './resolve-guard.ts'
import { daysUntil, missingNotice, schedule } from './schedule-meeting.ts'
import {
  type Anchor,
  currentRound,
  type Round,
  readSpecName,
  type Spec,
  type SpecState,
  specName,
  stateAt,
} from './spec.ts'

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
  /** Revisions after the comment that change the text that it is about. */
  changedBy?: readonly number[]
  /** Name that moved feedback gets on the other spec, such as `DS-3 F-1`. */
  movedAs?: string | null
  /** Reasons why a revision of a resolved spec is more than editorial. */
  notEditorial?: readonly string[]
}

/**
 * Returns the spec after an action, or a refusal because of permission, state or missing items. The function is pure.
 *
 * | action | state before | after |
 * | schedule | draft | in-review |
 * | postpone | in-review | in-review |
 * | hold, or the time of the meeting | in-review | meeting |
 * | close-meeting | meeting | resolving |
 * | resolve | resolving | resolved |
 * | withdraw | draft, in-review, meeting, resolving | withdrawn |
 * | reopen | resolved, withdrawn | draft, a new round |
 * | supersede | resolved | superseded |
 */
export function transition(spec: Spec, action: SpecAction, by: By, known: Known): Result<Spec, Refusal> {
  const state = stateAt(spec, known.now)
  const current = state === spec.state ? spec : started(spec)
  const at = known.now.toISOString()
  const needs = RULES[action.kind]
  if (needs !== undefined) {
    if (!may(current, by, needs.right)) return err({ code: 'not-allowed', right: needs.right })
    if (!needs.in.includes(state)) return err(wrongState(action.kind, state, needs.in))
  }
  switch (action.kind) {
    case 'schedule':
      return schedule(current, action, by, known)
    case 'postpone': {
      const missing = missingNotice(action, known.now)
      if (missing.length > 0) return err({ code: 'missing', missing })
      const { meetingAt, place, shortNoticeReason } = action
      const noticeDays = daysUntil(meetingAt, known.now)
      return ok(
        withRound(current, (round) => ({
          ...round,
          meetingAt,
          place: place ?? round.place,
          noticeDays,
          shortNoticeReason,
        })),
      )
    }
    case 'name-scribe':
      return ok(withRound(current, (round) => ({ ...round, scribe: action.scribe })))
    case 'minute': {
      const { over, minutes, attendance } = action
      const written = currentRound(current)?.minutes
      if (over !== undefined && over !== written && minutes !== written) {
        return err(unknown('Somebody else wrote minutes meanwhile. Take what you want of both.'))
      }
      return ok(
        withRound(current, (round) => ({
          ...round,
          minutes: minutes ?? round.minutes,
          attendance: attendance ?? round.attendance,
        })),
      )
    }
    case 'hold':
      return ok(withRound({ ...current, state: 'meeting' }, (round) => ({ ...round, heldAt: at })))
    case 'close-meeting': {
      const leftOpen = current.feedback.filter((one) => one.responses.every(({ draft }) => draft))
      return ok(
        withRound({ ...current, state: 'resolving' }, (round) => ({
          ...round,
          heldAt: round.heldAt ?? round.meetingAt,
          closedAt: at,
          closedRevision: current.revision,
          leftOpen: leftOpen.map(({ number }) => number),
          minutes: action.minutes === '' ? round.minutes : action.minutes,
          attendance: action.attendance.length === 0 ? round.attendance : action.attendance,
        })),
      )
    }
    case 'resolve': {
      const missing = missingForResolve(current, known)
      if (missing.length > 0) return err({ code: 'missing', missing })
      return ok(
        withRound({ ...current, state: 'resolved' }, (round) => ({ ...round, endedAt: at, end: 'resolved' as const })),
      )
    }
    case 'withdraw':
      return ok(
        withRound(
          {
            ...current,
            state: 'withdrawn',
            ended: { reason: action.reason, successor: null, by: by.who, at },
          },
          (round) => ({ ...round, endedAt: at, end: 'withdrawn' as const }),
        ),
      )
    case 'reopen':
      return ok({ ...current, state: 'draft', ended: null, outcome: null })
    case 'supersede': {
      const successor = readSpecName(action.successor)
      if (successor === null || specName(successor) === specName(current)) {
        return err(unknown('What stands in its place is another spec of this project, such as FS-12.'))
      }
      return ok({
        ...current,
        state: 'superseded',
        ended: { reason: action.reason, successor: specName(successor), by: by.who, at },
      })
    }
    case 'mark': {
      const { outcome: kind, note, versions, runs } = action
      if (kind === 'built' && versions.length + runs.length === 0 && note === '') {
        return err({
          code: 'missing',
          missing: [{ code: 'outcome', message: 'What was built is linked to a version or a run, or said in words.' }],
        })
      }
      if (kind === 'abandoned' && note === '') {
        return err({ code: 'missing', missing: [{ code: 'outcome', message: 'Say in words why it was abandoned.' }] })
      }
      return ok({ ...current, outcome: { kind, note, versions, runs, by: by.who, at } })
    }
    case 'invite': {
      const { who, email, role } = action
      if (isAuthorOf(current, who)) return err(unknown('An author is no reader of their own spec.'))
      const others = current.readers.filter((reviewer) => reviewer.who.key !== who.key)
      return ok({ ...current, readers: [...others, { who, email, role, invitedAt: at }] })
    }
    case 'uninvite': {
      const readers = current.readers.filter(({ who }) => who.key !== action.key)
      if (readers.length === current.readers.length) return err(unknown('They are not invited.'))
      return ok({ ...current, readers })
    }
    case 'add-author': {
      if (isAuthorOf(current, action.who)) return err(unknown('They write it already.'))
      return ok({
        ...current,
        coAuthors: [...current.coAuthors, action.who],
        readers: current.readers.filter(({ who }) => who.key !== action.who.key),
      })
    }
    case 'hand-over': {
      const { to } = action
      return ok({
        ...current,
        owner: to,
        coAuthors: current.coAuthors.filter(({ key }) => key !== to.key),
        readers: current.readers.filter(({ who }) => who.key !== to.key),
      })
    }
    case 'revise':
      return revise(current, action, by, known)
    case 'confirm-change': {
      const amendment = current.amendments.find(({ revision }) => revision === action.revision)
      if (amendment === undefined) return err(unknown(`Revision ${action.revision} is no change of a resolved text.`))
      if (amendment.confirmed !== null) return err(unknown('It is confirmed already.'))
      const confirmed = { ...amendment, confirmed: { by: by.who, at } }
      return ok({ ...current, amendments: current.amendments.map((one) => (one === amendment ? confirmed : one)) })
    }
    case 'rebase': {
      const { parent = null } = known
      if (current.kind !== 'design' || parent === null) return err(unknown('Only a design spec builds on another.'))
      if (action.baseRevision > parent.revision) {
        return err(unknown(`${parent.name} has no revision ${action.baseRevision}.`))
      }
      return ok({ ...current, baseRevision: action.baseRevision })
    }
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
  rebase: { right: 'edit', in: BEFORE_THE_END },
}

const started = (spec: Spec): Spec =>
  withRound({ ...spec, state: 'meeting' }, (round) => ({ ...round, heldAt: round.meetingAt }))

function revise(
  spec: Spec,
  { base, title, note }: Extract<SpecAction, { kind: 'revise' }>,
  { who }: By,
  { now, notEditorial = [] }: Known,
): Result<Spec, Refusal> {
  if (base !== spec.revision) return err({ code: 'conflict', revision: spec.revision })
  const revision = spec.revision + 1
  if (spec.state !== 'resolved') return ok({ ...spec, title, revision })
  if (notEditorial.length > 0) {
    return err({
      code: 'missing',
      missing: notEditorial.map((message) => ({ code: 'editorial', message: `${message} Open a new round for that.` })),
    })
  }
  const amendment = { revision, note, by: who, at: now.toISOString(), confirmed: null }
  return ok({ ...spec, title, revision, amendments: [...spec.amendments, amendment] })
}

function withRound(spec: Spec, change: (round: Round) => Round): Spec {
  const current = currentRound(spec)
  if (current === null) return spec
  return { ...spec, rounds: spec.rounds.map((round) => (round === current ? change(round) : round)) }
}
