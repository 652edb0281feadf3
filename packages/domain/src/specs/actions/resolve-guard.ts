import { type Feedback, feedbackName, standingResponse } from '../feedback.ts'
import { originalOf } from '../original-comment.ts'
import type { Spec } from '../spec.ts'
import type { Missing } from './refusal.ts'

/** Requirements that prevent a spec from being resolved: each comment needs a complete response. */
export function missingForResolve(
  spec: Spec,
  { brokenEvidence = [] }: { brokenEvidence?: readonly string[] },
): Missing[] {
  return [
    ...spec.feedback.flatMap((feedback) => missingOf(spec, feedback)),
    ...brokenEvidence.map((message) => ({ code: 'evidence', message })),
  ]
}

function missingOf(spec: Spec, feedback: Feedback): Missing[] {
  const { number, responses } = feedback
  const lack = (code: string, what: string): Missing => ({
    code,
    feedback: number,
    message: `${feedbackName(number)} ${what}.`,
  })
  const response = standingResponse(feedback)
  if (response === null) {
    const isDraft = responses.at(-1)?.draft === true
    if (isDraft) return [lack('draft', 'has a response that is not confirmed')]
    return [lack('open', responses.length === 0 ? 'has no response' : 'was reopened and has no response since')]
  }
  const blank = (text: string) => text.trim() === '' && response.redacted === null
  switch (response.kind) {
    case 'good-point':
      if (response.carriedBy === null) return [lack('promise', 'is accepted, and not marked as done in a revision')]
      return response.carriedBy > feedback.revision ? [] : [lack('promise', 'is not done in a later revision')]
    case 'no-thank-you':
      return blank(response.reason) ? [lack('reason', 'is declined without a reason')] : []
    case 'good-point-but':
      return blank(response.workaround) ? [lack('workaround', 'is declined without a workaround')] : []
    case 'duplicate': {
      const original = response.duplicateOf === null ? null : originalOf(spec, response.duplicateOf, number)
      if (original === null) return [lack('duplicate', 'is a duplicate of comments that are duplicates of it')]
      return standingResponse(original)?.kind === 'withdrawn' && original.giver.key !== feedback.giver.key
        ? [lack('duplicate', `is a duplicate of ${feedbackName(original.number)}, which was withdrawn; answer it`)]
        : []
    }
    default:
      return []
  }
}
