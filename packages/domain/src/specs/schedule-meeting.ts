import { err, ok, type Result } from '../result.ts'
import type { SpecAction } from './actions.ts'
import { type By, isAuthorOf } from './permissions.ts'
import type { Missing, Refusal } from './refusal.ts'
import type { Round, Spec } from './spec.ts'
import type { Known } from './transition.ts'

/** Days of notice that reviewers of a long text get. */
export const NOTICE_DAYS = 14
const DAY_MS = 86_400_000

export function schedule(
  spec: Spec,
  action: Extract<SpecAction, { kind: 'schedule' }>,
  by: By,
  { now, checks = [], parent = null }: Known,
): Result<Spec, Refusal> {
  const { meetingAt, timeZone, place, shortNoticeReason, waived, scribe } = action
  const missing = missingNotice(action, now)
  if (!spec.readers.some(({ who }) => who.key !== by.who.key && !isAuthorOf(spec, who))) {
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
      missing.push({ code: 'base', message: 'It does not state the functional revision that it builds on.' })
    }
  }
  if (missing.length > 0) return err({ code: 'missing', missing })
  const round: Round = {
    number: spec.rounds.length + 1,
    meetingAt,
    timeZone,
    place,
    noticeDays: daysUntil(meetingAt, now),
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

export function missingNotice(
  { meetingAt, shortNoticeReason }: { meetingAt: string; shortNoticeReason: string | null },
  now: Date,
): Missing[] {
  const days = daysUntil(meetingAt, now)
  if (days < 0) return [{ code: 'past', message: 'The meeting is in the past.' }]
  if (days >= NOTICE_DAYS || shortNoticeReason !== null) return []
  return [
    { code: 'notice', message: `Reviewers need ${NOTICE_DAYS} days of notice. Give a reason for a shorter notice.` },
  ]
}

export const daysUntil = (meetingAt: string, now: Date): number => (Date.parse(meetingAt) - now.getTime()) / DAY_MS
