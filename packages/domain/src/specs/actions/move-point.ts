import { type Feedback, feedbackName } from '../feedback.ts'
import { currentRound, type Spec, specName, WHOLE } from '../spec.ts'
import { shownQuote } from '../text/shown-quote.ts'

/**
 * Moves a comment of a functional spec to the review of a design spec, as a new comment on the whole spec that
 * names its origin and its quote. Null without such a design spec.
 */
export function movePoint(
  from: Spec,
  point: Feedback,
  design: Spec | null,
  now: Date,
): { spec: Spec; number: number; name: string } | null {
  if (design?.kind !== 'design' || design.parent !== from.number || !TAKES_POINTS.has(design.state)) return null
  const number = design.feedback.reduce((last, other) => Math.max(last, other.number), 0) + 1
  const { placed: _, ...rest } = point
  const moved: Feedback = {
    ...rest,
    number,
    anchor: { ...WHOLE, quote: shownQuote(point.anchor) },
    revision: design.revision,
    round: currentRound(design)?.number ?? null,
    at: now.toISOString(),
    movedFrom: `${specName(from)} ${feedbackName(point.number)}`,
    responses: [],
    verdict: null,
    earlierVerdicts: [],
    // The discussion stays with the original comment.
    suggestion: null,
    replies: [],
    seconds: [],
    earlierBodies: [],
    redactionRequests: [],
  }
  return {
    spec: { ...design, feedback: [...design.feedback, moved] },
    number,
    name: `${specName(design)} ${feedbackName(number)}`,
  }
}

const TAKES_POINTS: ReadonlySet<Spec['state']> = new Set(['draft', 'in-review', 'meeting', 'resolving'])
