import { err, ok, type Result } from '../result.ts'
import type { SpecAction } from './actions/actions.ts'
import { type By, may } from './actions/permissions.ts'
import { type Refusal, unknown, wrongState } from './actions/refusal.ts'
import {
  type EarlierText,
  type Feedback,
  feedbackName,
  latestResponse,
  type Reply,
  standingResponse,
} from './feedback.ts'
import type { Spec, SpecState } from './spec.ts'

// The discussion of a comment: replies, seconding, changes of one's own text, and reopening. Every earlier text stays.

export type ThreadAction = Extract<SpecAction, { kind: 'reply' | 'edit-text' | 'second' | 'reopen-comment' }>

/** States in which comments are made, discussed and answered. */
export const UNDER_DISCUSSION: readonly SpecState[] = ['draft', 'in-review', 'meeting', 'resolving']

export function threadAction(
  spec: Spec,
  feedback: Feedback,
  action: ThreadAction,
  by: By,
  at: string,
): Result<Feedback, Refusal> {
  if (!mayDiscuss(spec, by)) return err({ code: 'not-allowed', right: 'feedback' })
  if (!UNDER_DISCUSSION.includes(spec.state)) return err(wrongState(action.kind, spec.state, UNDER_DISCUSSION))
  switch (action.kind) {
    case 'reply':
      return ok(withReply(feedback, { text: action.text, reopens: null, by: by.person, at }))
    case 'edit-text':
      return editText(feedback, action, by, at)
    case 'second':
      return second(feedback, by, at)
    case 'reopen-comment':
      return reopen(feedback, action.reason, by, at)
  }
}

/** Everybody who may comment takes part in a discussion, and the authors who respond. */
export const mayDiscuss = (spec: Spec, by: By): boolean => may(spec, by, 'feedback') || may(spec, by, 'answer')

/** Number of contributions to a discussion, by which a response that was written meanwhile is noticed. */
export const threadLength = ({ responses, replies, earlierBodies }: Feedback): number =>
  responses.length + earlierBodies.length + replies.reduce((sum, { earlier }) => sum + 1 + earlier.length, 0)

const withReply = (feedback: Feedback, reply: Omit<Reply, 'number' | 'earlier' | 'redacted'>): Feedback => ({
  ...feedback,
  replies: [...feedback.replies, { ...reply, number: feedback.replies.length + 1, earlier: [], redacted: null }],
})

function editText(
  feedback: Feedback,
  { reply: number, text }: Extract<ThreadAction, { kind: 'edit-text' }>,
  { person }: By,
  at: string,
): Result<Feedback, Refusal> {
  const reply = number === null ? null : feedback.replies.find((one) => one.number === number)
  if (reply === undefined) return err(unknown(`There is no reply ${number} to ${feedbackName(feedback.number)}.`))
  const writer = reply === null ? (feedback.recorder ?? feedback.giver) : reply.by
  if (writer.key !== person.key) return err(unknown('Only its writer can change a text. Reply to it instead.'))
  if ((reply ?? feedback).redacted !== null) return err(unknown('It is redacted.'))
  const old = reply === null ? feedback.body : reply.text
  if (old === text) return err(unknown('Nothing was changed.'))
  const earlier: EarlierText = { text: old, replacedAt: at }
  if (reply === null) return ok({ ...feedback, body: text, earlierBodies: [...feedback.earlierBodies, earlier] })
  const edited: Reply = { ...reply, text, earlier: [...reply.earlier, earlier] }
  return ok({ ...feedback, replies: feedback.replies.map((one) => (one === reply ? edited : one)) })
}

function second(feedback: Feedback, { person }: By, at: string): Result<Feedback, Refusal> {
  if (feedback.giver.key === person.key) return err(unknown('It is your own comment.'))
  if (feedback.seconds.some(({ by }) => by.key === person.key)) return err(unknown('You seconded it already.'))
  return ok({ ...feedback, seconds: [...feedback.seconds, { by: person, at }] })
}

/** Opens a comment again, so that it needs another response; the earlier response stays. */
function reopen(feedback: Feedback, reason: string, { person }: By, at: string): Result<Feedback, Refusal> {
  const response = latestResponse(feedback)
  if (response === null || standingResponse(feedback) === null) return err(unknown('It is open already.'))
  if (response.kind === 'withdrawn' && feedback.giver.key !== person.key) {
    return err(unknown('Its author withdrew it. Add a comment of your own.'))
  }
  return ok(withReply(feedback, { text: reason, reopens: response.number, by: person, at }))
}
