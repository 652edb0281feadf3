import { z } from 'zod'
import { noteText } from '../../findings/notes/note-text.ts'
import { AnchorInput, GiveAll, redacted, type SpecAction, suggestion, THREAD_ACTIONS } from './actions.ts'

const feedback = z.int32().min(1)

/** The actions of a guest: comments, and actions on their own comments only. */
export const GuestAction = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('give'),
    body: noteText(20_000),
    anchor: AnchorInput,
    suggestion,
    revision: z.int32().min(1),
  }),
  z.strictObject({ kind: z.literal('withdraw'), feedback }),
  GiveAll,
  ...THREAD_ACTIONS,
  z.strictObject({
    kind: z.literal('say'),
    feedback,
    content: z.boolean(),
    text: z.union([z.literal('').transform(() => ''), noteText(20_000)]).default(''),
  }),
  z.strictObject({ kind: z.literal('request-redaction'), ...redacted, reason: noteText(2_000) }),
  z.strictObject({ kind: z.literal('redact'), ...redacted }),
  z.strictObject({ kind: z.literal('decline-redaction'), ...redacted }),
])
export type GuestAction = z.infer<typeof GuestAction>

/** The spec action of a guest; `transition` checks the author of the comment. */
export function asSpecAction(action: GuestAction): SpecAction {
  switch (action.kind) {
    case 'give':
      return { ...action, source: 'web', giver: null }
    case 'give-all':
    case 'say':
    case 'reply':
    case 'edit-text':
    case 'second':
    case 'reopen-comment':
    case 'request-redaction':
    case 'redact':
    case 'decline-redaction':
      return action
    case 'withdraw':
      return {
        kind: 'answer',
        feedback: action.feedback,
        answer: 'withdrawn',
        ...{ reason: '', workaround: '', where: '', carriedBy: null, duplicateOf: null, movedTo: null },
      }
  }
}
