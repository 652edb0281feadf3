import { err, ok, type Result } from '../../result.ts'
import type { SpecAction } from '../actions/actions.ts'
import { type By, may } from '../actions/permissions.ts'
import { type Refusal, unknown, wrongState } from '../actions/refusal.ts'
import { type Feedback, feedbackName, statusOf } from '../feedback.ts'
import type { Spec } from '../spec.ts'
import { UNDER_DISCUSSION } from '../thread.ts'

// A draft revision is the list of suggestions that the authors collected. It has no text of its own, so that it cannot
// differ from the current text: the suggestions are applied when it is stored.

type DraftAction = Extract<SpecAction, { kind: 'add-to-draft-revision' | 'remove-from-draft-revision' }>

export function collectSuggestion(
  spec: Spec,
  feedback: Feedback,
  { kind }: DraftAction,
  by: By,
  at: string,
): Result<Feedback, Refusal> {
  const refusal = acceptRefusal(spec, by, kind)
  if (refusal !== null) return err(refusal)
  const { inDraftRevision, ...rest } = feedback
  if (kind === 'remove-from-draft-revision') {
    return inDraftRevision === undefined ? err(unknown(`${feedbackName(feedback.number)} is not in it.`)) : ok(rest)
  }
  const problem = suggestionProblem(feedback)
  if (problem !== null) return err(unknown(problem))
  return inDraftRevision === undefined ? ok({ ...rest, inDraftRevision: { by: by.person, at } }) : ok(feedback)
}

/** The refusal of an action with suggestions; null for authors while the spec is discussed. */
export function acceptRefusal(spec: Spec, by: By, kind: SpecAction['kind']): Refusal | null {
  if (!may(spec, by, 'edit')) return { code: 'not-allowed', right: 'edit' }
  return UNDER_DISCUSSION.includes(spec.state) ? null : wrongState(kind, spec.state, UNDER_DISCUSSION)
}

/** The reason why a suggestion cannot be accepted any more; null when it can. */
export function suggestionProblem(feedback: Feedback): string | null {
  const name = feedbackName(feedback.number)
  if (statusOf(feedback) === 'closed') return `${name} is closed already.`
  if (feedback.suggestion === null || feedback.redacted !== null) return `${name} suggests no other words.`
  return null
}

export const collectedSuggestions = ({ feedback }: Pick<Spec, 'feedback'>): Feedback[] =>
  feedback.filter(({ inDraftRevision }) => inDraftRevision !== undefined)
