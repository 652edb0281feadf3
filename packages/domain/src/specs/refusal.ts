import type { SpecRight } from './permissions.ts'
import type { SpecState } from './spec.ts'

/** A requirement that is not met; `feedback` is the number of the comment that it concerns. */
export type Missing = { code: string; message: string; feedback?: number }

/** The reason why an action was refused. */
export type Refusal =
  | { code: 'not-allowed'; right: SpecRight }
  | { code: 'wrong-state'; action: string; state: SpecState; needs: readonly SpecState[] }
  | { code: 'missing'; missing: readonly Missing[] }
  /** Another revision was stored first. */
  | { code: 'conflict'; revision: number }
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
  view: 'Drafts are read by authors and by who is invited.',
  feedback: 'Feedback is given by members of the project and by invited readers, and not by authors on their own spec.',
  answer: 'Feedback is answered by the authors of the spec.',
  'draft-answer': 'Answers are written by the authors of the spec, or drafted by the scribe of the meeting.',
  edit: 'The text is written by the authors of the spec.',
  steer: 'A review is led by the authors of the spec.',
  record: 'Feedback is written down for others by the authors, and by the scribe in the meeting.',
  'hand-over': 'Authors and maintainers hand a spec over and take out what must not be read.',
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
      return `The spec is ${STATE_WORDS[refusal.state]}; this is done while it is ${refusal.needs.map((state) => STATE_WORDS[state]).join(' or ')}.`
    case 'missing':
      return refusal.missing.map(({ message }) => message).join(' ')
    case 'conflict':
      return `Somebody stored revision ${refusal.revision} meanwhile. Both texts are kept; take what you want of each.`
    case 'reused':
      return 'Something else was sent with this Idempotency-Key before, and is stored. Send what is new with a new key.'
    case 'unknown':
      return refusal.message
  }
}
