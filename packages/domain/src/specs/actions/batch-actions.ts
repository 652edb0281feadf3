import { err, ok, type Result } from '../../result.ts'
import { feedbackName } from '../feedback.ts'
import type { Spec } from '../spec.ts'
import type { SpecAction } from './actions.ts'
import { feedbackAction } from './feedback-actions.ts'
import type { By } from './permissions.ts'
import type { Missing, Refusal } from './refusal.ts'
import type { Known } from './transition.ts'

// Actions on several comments are stored all or none, so that nobody has to find out which of them were refused.

type BatchAction = Extract<SpecAction, { kind: 'give-all' | 'answer-all' | 'carry-out-all' }>
type Single = Parameters<typeof feedbackAction>[1]
/** One action of a batch, with its name for the reader of a refusal and the facts that it needs. */
type BatchStep = { name: string; action: Single; known: Known }

export const batchAction = (spec: Spec, action: BatchAction, by: By, known: Known): Result<Spec, Refusal> =>
  applyAll(spec, stepsOf(action, known), by)

function stepsOf(action: BatchAction, known: Known): BatchStep[] {
  switch (action.kind) {
    case 'give-all':
      return action.comments.map((comment, at) => ({
        name: `Draft comment ${at + 1}`,
        action: { ...comment, kind: 'give', source: 'web', giver: null },
        known: { ...known, anchor: known.anchors?.[at] ?? null },
      }))
    case 'answer-all':
      return action.answers.map((answer) => ({
        name: feedbackName(answer.feedback),
        action: asAnswer(answer),
        known: { ...known, changedBy: [] },
      }))
    case 'carry-out-all':
      return action.done.map(({ feedback, revision }) => ({
        name: feedbackName(feedback),
        action: { kind: 'carry-out', feedback, revision, where: action.where },
        known: { ...known, changedBy: known.changedByComment?.get(feedback) ?? [] },
      }))
  }
}

/** Applies the steps in order; a refusal names its comment, and lists every comment that needs more. */
function applyAll(spec: Spec, steps: readonly BatchStep[], by: By): Result<Spec, Refusal> {
  const missing: Missing[] = []
  let after = spec
  for (const { name, action, known } of steps) {
    const one = feedbackAction(after, action, by, known)
    if (one.ok) after = one.value
    else if (one.error.code === 'missing')
      missing.push(...one.error.missing.map((lack) => ({ ...lack, message: `${name}: ${lack.message}` })))
    else if (one.error.code === 'unknown') return err({ code: 'unknown', message: `${name}: ${one.error.message}` })
    else return one
  }
  return missing.length === 0 ? ok(after) : err({ code: 'missing', missing })
}

type BulkAnswer = Extract<SpecAction, { kind: 'answer-all' }>['answers'][number]

const asAnswer = (answer: BulkAnswer): Extract<SpecAction, { kind: 'answer' }> => ({
  ...answer,
  ...{ kind: 'answer', where: '', carriedBy: null, duplicateOf: null, movedTo: null },
})

/**
 * The actions that are recorded for an action: comments and responses of a batch one by one, so that mails, the account
 * data and redactions treat them like actions that were sent one by one. A comment is recorded with its number.
 */
export function recordedActions(action: SpecAction, before: Spec, after: Spec): object[] {
  switch (action.kind) {
    case 'give':
      return [{ ...action, feedback: after.feedback.at(-1)?.number }]
    case 'give-all':
      return stepsOf(action, { now: new Date(0) }).map((step, at) => ({
        ...step.action,
        feedback: after.feedback[before.feedback.length + at]?.number,
      }))
    case 'answer-all':
      return action.answers.map(asAnswer)
    default:
      return [action]
  }
}
