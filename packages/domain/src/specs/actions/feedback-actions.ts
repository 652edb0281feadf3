import { err, ok, type Result } from '../../result.ts'
import {
  type Feedback,
  feedbackName,
  latestResponse,
  opinionsOf,
  type Response,
  standingResponse,
  statusOf,
  withOpinions,
} from '../feedback.ts'
import { originalOf } from '../original-comment.ts'
import { currentRound, type PersonRef, type Spec, type SpecState } from '../spec.ts'
import { collectSuggestion } from '../text/draft-revision.ts'
import { type ThreadAction, threadAction, threadLength } from '../thread.ts'
import type { SpecAction } from './actions.ts'
import { type By, isAuthorOf, may } from './permissions.ts'
import { declineRedaction, redact, requestRedaction } from './redaction.ts'
import { type Missing, type Refusal, unknown, wrongState } from './refusal.ts'
import type { Known } from './transition.ts'

type Answer = Extract<SpecAction, { kind: 'answer' }>
type FeedbackKind =
  | 'give'
  | 'answer'
  | 'confirm'
  | 'carry-out'
  | 'add-to-draft-revision'
  | 'remove-from-draft-revision'
  | 'place'
  | 'say'
  | 'request-redaction'
  | 'redact'
  | 'decline-redaction'
type FeedbackAction = Extract<SpecAction, { kind: FeedbackKind | ThreadAction['kind'] }>

const UNDER_REVIEW: readonly SpecState[] = ['in-review', 'meeting', 'resolving']
/** States in which comments are accepted; drafts can be commented on by everybody who can read them. */
const TAKES_FEEDBACK: readonly SpecState[] = ['draft', ...UNDER_REVIEW]

/** Applies an action on feedback to the current state of a spec. */
export function feedbackAction(spec: Spec, one: FeedbackAction, by: By, known: Known): Result<Spec, Refusal> {
  if (one.kind === 'give') return give(spec, one, by, known)
  const feedback = spec.feedback.find(({ number }) => number === one.feedback)
  if (feedback === undefined) return err(unknown(`There is no ${feedbackName(one.feedback)} here.`))
  const changed = change(spec, feedback, one, by, known)
  if (!changed.ok) return changed
  return ok({ ...spec, feedback: spec.feedback.map((other) => (other === feedback ? changed.value : other)) })
}

function give(
  spec: Spec,
  action: Extract<SpecAction, { kind: 'give' }>,
  by: By,
  { now, anchor = null }: Known,
): Result<Spec, Refusal> {
  const { body, revision, source, giver: named, suggestion } = action
  const forOthers = named !== null
  if (!may(spec, by, forOthers ? 'record' : 'feedback')) {
    return err({ code: 'not-allowed', right: forOthers ? 'record' : 'feedback' })
  }
  const inMeeting = forOthers && !isAuthorOf(spec, by.person)
  const states = inMeeting ? (['meeting'] as const) : TAKES_FEEDBACK
  if (!states.includes(spec.state as 'meeting')) return err(wrongState('give', spec.state, states))
  if (revision > spec.revision) return err(unknown(`There is no revision ${revision} here.`))
  if (anchor === null) return err(unknown('The text that this is about is not in that revision.'))
  const isRange = anchor.kind === 'range' && anchor.rest === undefined
  if (suggestion !== null && (!isRange || suggestion === anchor.quote)) {
    return err(unknown('A suggestion replaces selected words of one paragraph by others.'))
  }
  const giver: PersonRef = forOthers ? { key: `name:${named}`, name: named } : by.person
  const feedback: Feedback = {
    number: spec.feedback.reduce((last, { number }) => Math.max(last, number), 0) + 1,
    giver,
    recorder: forOthers ? by.person : null,
    source,
    body,
    anchor,
    revision,
    round: currentRound(spec)?.number ?? null,
    at: now.toISOString(),
    movedFrom: null,
    responses: [],
    verdict: null,
    earlierVerdicts: [],
    suggestion,
    ...{ replies: [], seconds: [], earlierBodies: [], redactionRequests: [], redacted: null },
  }
  return ok({ ...spec, feedback: [...spec.feedback, feedback] })
}

function change(
  spec: Spec,
  feedback: Feedback,
  action: Exclude<FeedbackAction, { kind: 'give' }>,
  by: By,
  known: Known,
): Result<Feedback, Refusal> {
  const at = known.now.toISOString()
  switch (action.kind) {
    case 'answer':
      return answer(spec, feedback, action, by, known)
    case 'confirm':
      return confirmResponse(spec, feedback, by, known)
    case 'carry-out':
      return carryOut(spec, feedback, action, by, known)
    case 'place': {
      const { anchor = null } = known
      const refusal = answerRefusal(spec, by, 'place')
      if (refusal !== null) return err(refusal)
      if (anchor === null || anchor.kind === 'whole') {
        return err(unknown('The selected text is not in the current revision.'))
      }
      return ok({ ...feedback, placed: { anchor, revision: spec.revision, by: by.person, at } })
    }
    case 'add-to-draft-revision':
    case 'remove-from-draft-revision':
      return collectSuggestion(spec, feedback, action, by, at)
    case 'say':
      return giveOpinion(feedback, action, by, at)
    case 'request-redaction':
      return requestRedaction(spec, { feedback, target: action, reason: action.reason }, by, at)
    case 'redact':
      return redact(spec, { feedback, target: action }, by, known)
    case 'reply':
    case 'edit-text':
    case 'second':
    case 'reopen-comment':
      return threadAction(spec, feedback, action, by, at)
    case 'decline-redaction':
      return declineRedaction(spec, { feedback, target: action }, by)
  }
}

/** The refusal of an action that only authors may do, while the spec accepts feedback. */
function answerRefusal(spec: Spec, by: By, action: FeedbackAction['kind']): Refusal | null {
  if (!may(spec, by, 'answer')) return { code: 'not-allowed', right: 'answer' }
  return TAKES_FEEDBACK.includes(spec.state) ? null : wrongState(action, spec.state, TAKES_FEEDBACK)
}

function confirmResponse(spec: Spec, feedback: Feedback, by: By, known: Known): Result<Feedback, Refusal> {
  const refusal = answerRefusal(spec, by, 'confirm')
  if (refusal !== null) return err(refusal)
  const draft = feedback.responses.at(-1)
  if (draft === undefined || !draft.draft) return err(unknown('There is no response to confirm.'))
  const missing = missingIn(spec, feedback, { ...draft, answer: draft.kind }, known)
  if (missing.length > 0) return err({ code: 'missing', missing })
  // The response as its author edits it.
  const movedTo = draft.kind === 'moved' ? (known.movedAs ?? draft.movedTo) : null
  return ok(respond(feedback, { ...draft, movedTo, by: by.person, at: known.now.toISOString(), draft: false }))
}

function carryOut(
  spec: Spec,
  feedback: Feedback,
  { revision: carriedBy, where }: Extract<FeedbackAction, { kind: 'carry-out' }>,
  by: By,
  known: Known,
): Result<Feedback, Refusal> {
  const refusal = answerRefusal(spec, by, 'carry-out')
  if (refusal !== null) return err(refusal)
  const promise = standingResponse(feedback)
  if (promise?.kind !== 'good-point') return err(unknown(`${feedbackName(feedback.number)} is not a good point yet.`))
  const response = { ...promise, carriedBy, where }
  const missing = missingIn(spec, feedback, { ...response, answer: 'good-point' }, known)
  if (missing.length > 0) return err({ code: 'missing', missing })
  return ok(respond(feedback, { ...response, by: by.person, at: known.now.toISOString() }))
}

function giveOpinion(
  feedback: Feedback,
  { content, text }: Extract<FeedbackAction, { kind: 'say' }>,
  by: By,
  at: string,
): Result<Feedback, Refusal> {
  if (feedback.giver.key !== by.person.key) return err({ code: 'not-allowed', right: 'feedback' })
  const answered = standingResponse(feedback)
  if (answered === null) return err(unknown('There is no response yet to agree or disagree with.'))
  if (!content && text === '') {
    return err({
      code: 'missing',
      missing: [{ code: 'text', message: 'State what you still disagree with.', feedback: feedback.number }],
    })
  }
  const opinion = { content, text, at, response: answered.number, redacted: null }
  return ok(withOpinions(feedback, [...opinionsOf(feedback), opinion]))
}

function answer(spec: Spec, feedback: Feedback, action: Answer, by: By, known: Known): Result<Feedback, Refusal> {
  const isGiver = feedback.giver.key === by.person.key
  const ownWithdrawal = action.answer === 'withdrawn' && isGiver
  if (action.answer === 'withdrawn' && !isGiver && !may(spec, by, 'record')) {
    return err({ code: 'not-allowed', right: 'record' })
  }
  if (!ownWithdrawal && !may(spec, by, 'draft-answer')) return err({ code: 'not-allowed', right: 'answer' })
  const draft = !ownWithdrawal && !may(spec, by, 'answer')
  const states = draft ? (['meeting'] as const) : TAKES_FEEDBACK
  if (!states.includes(spec.state as 'meeting')) return err(wrongState('answer', spec.state, states))
  if (ownWithdrawal && statusOf(feedback) === 'closed') return err(unknown('It has a response already.'))
  if (action.seen !== undefined && action.seen !== threadLength(feedback)) return err(changedThread(feedback))
  const missing = draft ? [] : [...missingIn(spec, feedback, action, known), ...withdrawalLacks(feedback, action, by)]
  if (missing.length > 0) return err({ code: 'missing', missing })
  const { answer: kind, reason, workaround, where, carriedBy, duplicateOf, movedTo } = action
  return ok(
    respond(feedback, {
      ...{ kind, reason, workaround, where },
      carriedBy: kind === 'good-point' ? carriedBy : null,
      duplicateOf: kind === 'duplicate' ? duplicateOf : null,
      movedTo: kind === 'moved' ? (known.movedAs ?? movedTo) : null,
      by: by.person,
      at: known.now.toISOString(),
      draft,
      redacted: null,
    }),
  )
}

/** Somebody who withdraws the comment of another person states how that person withdrew it. */
function withdrawalLacks({ number, giver }: Feedback, { answer: kind, reason }: Answer, { person }: By): Missing[] {
  if (kind !== 'withdrawn' || giver.key === person.key || reason.trim() !== '') return []
  const message = `State how ${giver.name} withdrew ${feedbackName(number)}, or answer it.`
  return [{ code: 'reason', message, feedback: number }]
}

/** The discussion went on while the author wrote; the author reads it and responds again. */
function changedThread(feedback: Feedback): Refusal {
  const response = latestResponse(feedback)
  const last = feedback.replies.at(-1)
  const newest = [response?.by.name, last?.by.name].filter((name) => name !== undefined).join(' and ')
  const name = feedbackName(feedback.number)
  return {
    code: 'changed',
    message: `${name} has new responses or replies${newest === '' ? '' : ` (${newest})`}. Your text is not stored yet. Read them, then send it again.`,
  }
}

/** A response ends the wait of a suggestion for the next revision. */
const respond = ({ inDraftRevision: _, ...feedback }: Feedback, response: Omit<Response, 'number'>): Feedback => ({
  ...feedback,
  responses: [...feedback.responses, { ...response, number: feedback.responses.length + 1 }],
})

type ResponseFields = Pick<
  Answer,
  'answer' | 'reason' | 'workaround' | 'where' | 'carriedBy' | 'duplicateOf' | 'movedTo'
>

/** Requirements that a response of this kind does not meet yet. */
function missingIn(spec: Spec, feedback: Feedback, input: ResponseFields, { changedBy = [] }: Known): Missing[] {
  const lack = (code: string, message: string): Missing[] => [{ code, message, feedback: feedback.number }]
  const blank = (text: string) => text.trim() === ''
  switch (input.answer) {
    case 'good-point': {
      const { carriedBy, where } = input
      if (carriedBy === null) return []
      if (carriedBy > spec.revision) return lack('revision', `There is no revision ${carriedBy} yet.`)
      if (carriedBy <= feedback.revision) {
        return lack(
          'revision',
          `Revision ${carriedBy} is not later than the comment, which is on revision ${feedback.revision}.`,
        )
      }
      if (changedBy.includes(carriedBy) || !blank(where)) return []
      const others = changedBy.length === 0 ? '' : ` Revision ${changedBy.join(' and ')} does.`
      return lack(
        'where',
        `Revision ${carriedBy} does not change the text that the comment is about.${others} Choose the revision that has the change, or state where it is.`,
      )
    }
    case 'no-thank-you':
      return blank(input.reason) ? lack('reason', '“No thank you” needs a reason.') : []
    case 'good-point-but':
      return blank(input.workaround) ? lack('workaround', '“Good point, but” needs a workaround.') : []
    case 'duplicate': {
      const { duplicateOf } = input
      const isThere = duplicateOf !== feedback.number && spec.feedback.some(({ number }) => number === duplicateOf)
      if (duplicateOf === null || !isThere)
        return lack('duplicate', 'A duplicate needs the number of the other comment.')
      return originalOf(spec, duplicateOf, feedback.number) === null
        ? lack('duplicate', `${feedbackName(duplicateOf)} is a duplicate of ${feedbackName(feedback.number)} itself.`)
        : []
    }
    case 'moved':
      return spec.kind === 'functional' && input.movedTo !== null
        ? []
        : lack('moved', 'Only comments on a functional spec move, to a design spec that you name.')
    case 'answered':
      return blank(input.reason) ? lack('reason', 'The response to a question needs a text.') : []
    case 'withdrawn':
      return []
  }
}
