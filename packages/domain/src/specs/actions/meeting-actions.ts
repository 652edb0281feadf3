import { err, ok, type Result } from '../../result.ts'
import { standingResponse } from '../feedback.ts'
import { daysUntil, missingNotice, schedule } from '../meeting/schedule-meeting.ts'
import { currentRound, type Round, type Spec } from '../spec.ts'
import type { SpecAction } from './actions.ts'
import type { By } from './permissions.ts'
import { type Refusal, unknown } from './refusal.ts'
import type { Known } from './transition.ts'

type MeetingAction = Extract<
  SpecAction,
  { kind: 'schedule' | 'postpone' | 'name-scribe' | 'minute' | 'hold' | 'end-comments' | 'close-meeting' }
>

/** Applies an action on the meeting of the current round, from its date to its minutes. */
export function meetingAction(spec: Spec, action: MeetingAction, by: By, known: Known): Result<Spec, Refusal> {
  const at = known.now.toISOString()
  switch (action.kind) {
    case 'schedule':
      return schedule(spec, action, by, known)
    case 'postpone':
      return postpone(spec, action, known.now)
    case 'name-scribe':
      return ok(changeRound(spec, (round) => ({ ...round, scribe: action.scribe })))
    case 'minute':
      return saveMinutes(spec, action)
    case 'end-comments':
      if (currentRound(spec)?.withoutMeeting !== true) return err(unknown('This round ends with its meeting.'))
      return ok(endComments(spec, at))
    case 'hold':
      if (currentRound(spec)?.withoutMeeting === true) {
        return err(unknown('This round has no meeting. End its comment period instead.'))
      }
      return ok(changeRound({ ...spec, state: 'meeting' }, (round) => ({ ...round, heldAt: at })))
    case 'close-meeting':
      return ok(closeMeeting(spec, action, at))
  }
}

/** Returns the spec with a changed current round, or as it is when it has none. */
export function changeRound(spec: Spec, change: (round: Round) => Round): Spec {
  const current = currentRound(spec)
  if (current === null) return spec
  return { ...spec, rounds: spec.rounds.map((round) => (round === current ? change(round) : round)) }
}

type ActionOf<Kind extends MeetingAction['kind']> = Extract<MeetingAction, { kind: Kind }>

function postpone(spec: Spec, action: ActionOf<'postpone'>, now: Date): Result<Spec, Refusal> {
  const missing = missingNotice(action, now)
  if (missing.length > 0) return err({ code: 'missing', missing })
  const { meetingAt, place, shortNoticeReason } = action
  const noticeDays = daysUntil(meetingAt, now)
  return ok(
    changeRound(spec, (round) => ({
      ...round,
      meetingAt,
      ...(round.withoutMeeting === true ? { commentsUntil: meetingAt } : {}),
      place: place ?? round.place,
      noticeDays,
      shortNoticeReason,
    })),
  )
}

function saveMinutes(spec: Spec, { over, minutes, attendance }: ActionOf<'minute'>): Result<Spec, Refusal> {
  const written = currentRound(spec)?.minutes
  if (over !== undefined && over !== written && minutes !== written) {
    return err(unknown('Another person wrote minutes meanwhile. Merge the two texts.'))
  }
  return ok(
    changeRound(spec, (round) => ({
      ...round,
      minutes: minutes ?? round.minutes,
      attendance: attendance ?? round.attendance,
    })),
  )
}

const leftOpenIn = ({ feedback }: Spec): number[] =>
  feedback.flatMap((one) => (standingResponse(one) === null ? [one.number] : []))

/** Ends a comment period without a meeting, after which the authors respond to what is open. */
export const endComments = (spec: Spec, at: string): Spec =>
  changeRound({ ...spec, state: 'resolving' }, (round) => ({
    ...round,
    closedAt: at,
    closedRevision: spec.revision,
    leftOpen: leftOpenIn(spec),
  }))

function closeMeeting(spec: Spec, { minutes, attendance }: ActionOf<'close-meeting'>, at: string): Spec {
  return changeRound({ ...spec, state: 'resolving' }, (round) => ({
    ...round,
    heldAt: round.heldAt ?? round.meetingAt,
    closedAt: at,
    closedRevision: spec.revision,
    leftOpen: leftOpenIn(spec),
    minutes: minutes === '' ? round.minutes : minutes,
    attendance: attendance.length === 0 ? round.attendance : attendance,
  }))
}
