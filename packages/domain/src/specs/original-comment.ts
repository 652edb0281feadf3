import { type Feedback, standingResponse } from './feedback.ts'
import type { Spec } from './spec.ts'

/**
 * The comment at the end of a sequence of duplicates that begins with this one; null when the sequence comes back to a
 * comment, so that none of them would ever get a response.
 *
 * @param first number of a comment that is about to become the duplicate that leads here
 */
export function originalOf(spec: Pick<Spec, 'feedback'>, from: number, first: number): Feedback | null {
  const seen = new Set([first])
  let number = from
  for (;;) {
    if (seen.has(number)) return null
    seen.add(number)
    const feedback = spec.feedback.find((one) => one.number === number)
    const response = feedback === undefined ? null : standingResponse(feedback)
    if (feedback === undefined || response?.kind !== 'duplicate' || response.duplicateOf === null)
      return feedback ?? null
    number = response.duplicateOf
  }
}
