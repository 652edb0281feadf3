import { type Feedback, statusOf } from '@assay/domain/specs/feedback'

/** The facts of a comment by which a list is filtered. */
export type CommentFacts = {
  status: 'open' | 'promised' | 'closed'
  /** No author has written a response or a reply yet. */
  isUnanswered: boolean
  isMine: boolean
  section: string
  reviewer: string
}

export const commentFacts = (
  feedback: Feedback,
  { section, isMine }: { section: string; isMine: boolean },
): CommentFacts => ({
  status: statusOf(feedback),
  isUnanswered: feedback.responses.length === 0 && feedback.replies.length === 0,
  isMine,
  section,
  reviewer: feedback.giver.name,
})

export const COMMENT_FILTERS = {
  all: 'All comments',
  open: 'Open',
  unanswered: 'Unanswered',
  promised: 'To be done',
  mine: 'Mine',
} as const

export type CommentFilter = { kind: string; section: string; reviewer: string }

/** True when a comment passes a filter; an empty section or reviewer passes all. */
export function passesFilter(facts: CommentFacts, { kind, section, reviewer }: CommentFilter): boolean {
  if (section !== '' && facts.section !== section) return false
  if (reviewer !== '' && facts.reviewer !== reviewer) return false
  switch (kind) {
    case 'open':
    case 'promised':
      return facts.status === kind
    case 'unanswered':
      return facts.isUnanswered
    case 'mine':
      return facts.isMine
    default:
      return true
  }
}
