import type { Notice, StoredSpec } from '@assay/db/types'
import { feedbackName } from '@assay/domain/specs/feedback'
import { stateAt } from '@assay/domain/specs/spec'
import { CLOSED_STATES } from '../spec-guests/open-guest-link.ts'
import type { MailReply } from './written-spec-mail.ts'

export const NO_REPLY = 'This e-mail cannot be answered.'

/** The spec and comments that an answer to a mail is about; undefined when the mail cannot be answered. */
export function replyOf(
  { canReply, now }: { canReply: boolean; now: Date },
  { name, stored, notices }: { name: string; stored: StoredSpec; notices: readonly Notice[] },
): MailReply | undefined {
  const { spec } = stored
  if (!canReply || CLOSED_STATES.has(stateAt(spec, now))) return undefined
  const numbers = notices.flatMap(({ event }) => event?.feedback ?? [])
  return { name, revision: spec.revision, comments: [...new Set(numbers)].sort((a, b) => a - b) }
}

/** The sentence that says what becomes of an answer to a mail about one spec. */
export function replyHint({ name, comments }: MailReply): string {
  const [first] = comments
  if (first === undefined) return `An answer to this e-mail becomes a comment on ${name}.`
  if (comments.length === 1) return `An answer to this e-mail becomes a reply to ${feedbackName(first)}.`
  const names = comments.map(feedbackName).join(', ')
  return `To reply by e-mail, begin your answer with the comment that it is about (${names}).`
}
