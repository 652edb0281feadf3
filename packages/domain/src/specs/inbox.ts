import { isAuthorOf } from './actions/permissions.ts'
import { type Feedback, statusOf } from './feedback.ts'
import { isMentioned } from './mentions.ts'
import { currentRound, type PersonRef, type Spec, specName, stateAt } from './spec.ts'

export const INBOX_KINDS = ['to-answer', 'to-do', 'review', 'mention'] as const

export type InboxKind = (typeof INBOX_KINDS)[number]

/** Something that waits for a person in one spec. */
export type InboxItem = {
  kind: InboxKind
  spec: string
  title: string
  /** Numbers of the comments; empty for a review. */
  feedback: number[]
  /** The date of a review: its meeting, or the end of its comments. */
  due: string | null
}

/**
 * Comments that a person has to answer, accepted comments that are not done, reviews without a comment of the person,
 * and mentions that the person has not replied to.
 */
export function inboxOf(spec: Spec, person: PersonRef, now: Date): InboxItem[] {
  const state = stateAt(spec, now)
  if (state === 'resolved' || state === 'withdrawn' || state === 'superseded') return []
  const item = (kind: InboxKind, feedback: readonly Feedback[]): InboxItem[] =>
    feedback.length === 0
      ? []
      : [
          {
            ...{ kind, spec: specName(spec), title: spec.title, due: null },
            feedback: feedback.map(({ number }) => number),
          },
        ]
  const isAuthor = isAuthorOf(spec, person)
  const withStatus = (status: ReturnType<typeof statusOf>) =>
    isAuthor ? spec.feedback.filter((one) => statusOf(one) === status) : []
  return [
    ...item('to-answer', withStatus('open')),
    ...item('to-do', withStatus('promised')),
    ...reviewDue(spec, person, state),
    ...item(
      'mention',
      spec.feedback.filter((one) => isMentioned(one, person)),
    ),
  ]
}

function reviewDue(spec: Spec, person: PersonRef, state: Spec['state']): InboxItem[] {
  const round = currentRound(spec)
  const isReviewer = spec.readers.some((reviewer) => reviewer.who.key === person.key)
  if (state !== 'in-review' || round === null || !isReviewer) return []
  if (spec.feedback.some((one) => one.giver.key === person.key && one.round === round.number)) return []
  return [{ kind: 'review', spec: specName(spec), title: spec.title, feedback: [], due: round.meetingAt }]
}
