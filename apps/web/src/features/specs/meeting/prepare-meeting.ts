import { RESPONSE_TITLES } from '@assay/domain/specs/appendix/appendix'
import {
  type Feedback,
  feedbackName,
  followedAnchor,
  type Response,
  type ResponseKind,
  statusOf,
} from '@assay/domain/specs/feedback'
import { agendaOf, inDocumentOrder, type Placements } from '@assay/domain/specs/meeting/agenda'
import { currentRound } from '@assay/domain/specs/spec'
import { type Around, aroundPlacement } from '@assay/domain/specs/text/around'
import { shownQuote } from '@assay/domain/specs/text/shown-quote'
import { threadLength } from '@assay/domain/specs/thread'
import type { SpecPage } from '../../../trpc/api-types.ts'
import { type CommentMarkup, commentMarkup } from '../comment-markup.ts'

/** A comment as a meeting discusses it. */
export type MeetingComment = {
  number: number
  /** Name of the comment, such as `F-3`. */
  id: string
  giver: string
  /** The person who recorded the comment for another person. */
  recorder: string | null
  body: string
  /** Markup of its texts, by their source. */
  markup: CommentMarkup
  /** The text that was selected when the comment was made. */
  quote: string
  revision: number
  /** Current position; null for a comment on the whole spec, or when its text is gone. */
  around: Around | null
  block: string | null
  isWhole: boolean
  isOpen: boolean
  /** The discussion so far, and its length, by which a response to an outdated page is refused. */
  replies: { number: number; by: string; text: string }[]
  seen: number
  /** The newest response, which may be a scribe's draft. */
  last: { kind: ResponseKind; title: string; text: string; by: string; draft: boolean } | null
}

/** Returns all open comments, in the order of the text. */
export function openComments(page: SpecPage): MeetingComment[] {
  const placements = placementsOf(page)
  return agendaOf(page.spec, placements, page.revision.blocks).map((feedback) => pointOf(page, placements, feedback))
}

/** Returns open comments, and those with a response since the meeting began, because a response may be revised. */
export function meetingComments(page: SpecPage): MeetingComment[] {
  const { spec, revision } = page
  const round = currentRound(spec)
  const since = round?.heldAt ?? round?.scheduledAt ?? ''
  const wanted = spec.feedback.filter(
    (feedback) => statusOf(feedback) === 'open' || (feedback.responses.at(-1)?.at ?? '') >= since,
  )
  const placements = placementsOf(page)
  return inDocumentOrder(wanted, placements, revision.blocks).map((feedback) => pointOf(page, placements, feedback))
}

const placementsOf = ({ placements }: SpecPage): Placements =>
  new Map(placements.map(({ feedback, placement }) => [feedback, placement]))

function pointOf(page: SpecPage, placements: Placements, feedback: Feedback): MeetingComment {
  const { number, giver, recorder, body, redacted, anchor, revision, responses } = feedback
  const placement = placements.get(number)
  const last = responses.at(-1)
  return {
    number,
    id: feedbackName(number),
    giver: giver.name,
    recorder: recorder?.name ?? null,
    body: redacted === null ? body : `Redacted: ${redacted.reason}`,
    markup: redacted === null ? commentMarkup(feedback, []) : {},
    quote: shownQuote(anchor),
    revision,
    around: aroundPlacement(page.revision.blocks, followedAnchor(feedback), placement),
    block: placement?.block ?? null,
    isWhole: anchor.kind === 'whole',
    isOpen: statusOf(feedback) === 'open',
    replies: feedback.replies.map((reply) => ({
      ...{ number: reply.number, by: reply.by.name },
      text: reply.redacted === null ? reply.text : `Redacted: ${reply.redacted.reason}`,
    })),
    seen: threadLength(feedback),
    last:
      last === undefined
        ? null
        : {
            kind: last.kind,
            title: RESPONSE_TITLES[last.kind],
            text: responseText(last),
            by: last.by.name,
            draft: last.draft,
          },
  }
}

/** The text of a response; all kinds share one field. */
function responseText({ kind, reason, workaround, duplicateOf, movedTo }: Response): string {
  if (kind === 'good-point-but') return workaround
  if (kind === 'duplicate') return duplicateOf === null ? '' : feedbackName(duplicateOf)
  return kind === 'moved' ? (movedTo ?? '') : reason
}
