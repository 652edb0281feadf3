import type { SpecState } from '../spec.ts'
import type { SpecRight } from './permissions.ts'

/** A requirement that is not met; `feedback` is the number of the comment that it concerns. */
export type Missing = { code: string; message: string; feedback?: number }

/** The reason why an action was refused. */
export type Refusal =
  | { code: 'not-allowed'; right: SpecRight }
  | { code: 'wrong-state'; action: string; state: SpecState; needs: readonly SpecState[] }
  | { code: 'missing'; missing: readonly Missing[] }
  /** Another revision was stored first. */
  | { code: 'conflict'; revision: number }
  /** The object of the action changed since the sender read it. */
  | { code: 'changed'; message: string }
  /** The idempotency key was used for another request. */
  | { code: 'reused' }
  /** The object of the action does not exist or is of another kind. */
  | { code: 'unknown'; message: string }

export const unknown = (message: string): Refusal => ({ code: 'unknown', message })

export const wrongState = (action: string, state: SpecState, needs: readonly SpecState[]): Refusal => ({
  code: 'wrong-state',
  action,
  state,
  needs,
})

const RIGHT_WORDS: Record<SpecRight, string> = {
  view: 'Drafts are visible to their authors and to invited reviewers.',
  feedback: 'Members of the project and invited reviewers can comment; authors cannot comment on their own spec.',
  answer: 'Only the authors of the spec respond to comments.',
  'draft-answer': 'Only the authors of the spec write responses; the scribe of the meeting can draft them.',
  edit: 'Only the authors of the spec change its text.',
  steer: 'Only the authors of the spec manage its review.',
  record: 'Only the authors, and the scribe in the meeting, add comments on behalf of others.',
  'hand-over': 'Only authors and maintainers transfer a spec and redact text.',
}

export const STATE_WORDS: Record<SpecState, string> = {
  draft: 'draft',
  'in-review': 'in review',
  meeting: 'in its meeting',
  resolving: 'being resolved',
  resolved: 'resolved',
  withdrawn: 'withdrawn',
  superseded: 'superseded',
}

/** The refusal as a sentence. */
export function refusalText(refusal: Refusal): string {
  switch (refusal.code) {
    case 'not-allowed':
      return RIGHT_WORDS[refusal.right]
    case 'wrong-state':
      return `The spec is ${STATE_WORDS[refusal.state]}. This action needs the state ${refusal.needs.map((state) => STATE_WORDS[state]).join(' or ')}.`
    case 'missing':
      return refusal.missing.map(({ message }) => message).join(' ')
    case 'conflict':
      return `Another person stored revision ${refusal.revision} meanwhile. Both texts are stored; merge them.`
    case 'reused':
      return 'Another request was stored with this Idempotency-Key. Send a new request with a new key.'
    case 'changed':
    case 'unknown':
      return refusal.message
  }
}
