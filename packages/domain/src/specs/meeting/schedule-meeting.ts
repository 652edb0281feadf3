import { err, ok, type Result } from '../../result.ts'
import type { SpecAction } from '../actions/actions.ts'
import { type By, isAuthorOf } from '../actions/permissions.ts'
import type { Missing, Refusal } from '../actions/refusal.ts'
import type { Known } from '../actions/transition.ts'
import type { Round, Spec } from '../spec.ts'

/** Days of notice that reviewers of a long text get. */
export const NOTICE_DAYS = 14
const DAY_MS = 86_400_000

export function schedule(
  spec: Spec,
  action: Extract<SpecAction, { kind: 'schedule' }>,
  by: By,
  { now, checks = [], parent = null }: Known,
): Result<Spec, Refusal> {
  const { timeZone, place, shortNoticeReason, waived, scribe } = action
  const dates = datesOf(action)
  const missing = dates === null ? [NO_DATE] : missingNotice({ ...action, meetingAt: dates.first }, now)
  if (action.meetingAt !== null && place === '') {
    missing.push({ code: 'place', message: 'Enter the location of the meeting, or its link.' })
  }
  if (dates !== null && dates.first !== dates.last && Date.parse(dates.first) > Date.parse(dates.last)) {
    missing.push({ code: 'order', message: 'The comment period ends after the meeting.' })
  }
  if (!spec.readers.some(({ who }) => who.key !== by.person.key && !isAuthorOf(spec, who))) {
    missing.push({ code: 'readers', message: 'No reviewer is invited.' })
  }
  for (const check of checks) {
    if (!waived.some((one) => one.check === check)) missing.push({ code: 'check', message: check })
  }
  if (spec.kind === 'design') {
    if (parent === null) missing.push({ code: 'parent', message: 'A design spec needs its functional spec.' })
    else if (parent.state !== 'resolved') {
      missing.push({ code: 'parent', message: `${parent.name}, its functional spec, is not resolved.` })
    }
    if (spec.baseRevision === null) {
      missing.push({
        code: 'base',
        message: 'The spec does not state the revision of the functional spec that it builds on.',
      })
    }
  }
  if (missing.length > 0 || dates === null) return err({ code: 'missing', missing })
  const round: Round = {
    number: spec.rounds.length + 1,
    meetingAt: dates.last,
    ...(action.commentsUntil === null ? {} : { commentsUntil: action.commentsUntil }),
    ...(action.meetingAt === null ? { withoutMeeting: true } : {}),
    timeZone,
    place,
    noticeDays: daysUntil(dates.first, now),
    shortNoticeReason,
    waived,
    scribe,
    scheduledAt: now.toISOString(),
    openedRevision: spec.revision,
    heldAt: null,
    closedAt: null,
    closedRevision: null,
    leftOpen: [],
    minutes: '',
    attendance: [],
    endedAt: null,
    end: null,
  }
  return ok({ ...spec, state: 'in-review', rounds: [...spec.rounds, round] })
}

const NO_DATE: Missing = { code: 'date', message: 'Set the end of the comment period, the time of a meeting, or both.' }

/** The date until which reviewers read, and the date at which the round goes on. */
function datesOf({ meetingAt, commentsUntil }: { meetingAt: string | null; commentsUntil: string | null }) {
  const [first, last] = [commentsUntil ?? meetingAt, meetingAt ?? commentsUntil]
  return first === null || last === null ? null : { first, last }
}

export function missingNotice(
  { meetingAt, shortNoticeReason }: { meetingAt: string; shortNoticeReason: string | null },
  now: Date,
): Missing[] {
  const days = daysUntil(meetingAt, now)
  if (days < 0) return [{ code: 'past', message: 'The date is in the past.' }]
  if (days >= NOTICE_DAYS || shortNoticeReason !== null) return []
  return [
    { code: 'notice', message: `Reviewers need ${NOTICE_DAYS} days of notice. Enter a reason for a shorter notice.` },
  ]
}

export const daysUntil = (meetingAt: string, now: Date): number => (Date.parse(meetingAt) - now.getTime()) / DAY_MS
