import { plural } from '../plural.ts'
import type { CandidateState } from './candidate-state.ts'
import type { CandidateStage, Decision } from './evaluation.ts'

export const decisionOf = (stage: CandidateStage): Decision =>
  stage === 'kept' ? 'keep' : stage === 'rejected' ? 'reject' : stage === 'flagged' ? 'flagged' : 'measure more'

type Reason = {
  state: CandidateState | undefined
  isBest: boolean
  isAttested: boolean
  isBaseAttested: boolean
  flags: readonly string[]
  missingBase: number
}

/** The sentence that states why a candidate is in this stage. */
export function reasonOf(
  stage: CandidateStage,
  { state, isBest, isAttested, isBaseAttested, flags, missingBase }: Reason,
): string {
  switch (stage) {
    case 'flagged':
      return `Not scored: ${flags[0] ?? ''}.`
    case 'waiting':
      return 'No repeat is complete yet.'
    case 'screening':
      return 'The interval still contains both no improvement and the smallest improvement worth keeping.'
    case 'confirming':
      return missingBase > 0
        ? `Better so far. The base needs ${plural(missingBase, 'further repeat')}, one for each candidate that was tried.`
        : 'Better so far. Fresh repeats must confirm it.'
    case 'kept':
      if (!isAttested) return 'Confirmed on fresh repeats, but not attested, so it cannot become the best so far.'
      if (!isBaseAttested)
        return 'Confirmed on fresh repeats, but the base is not attested, so nothing becomes the best so far.'
      return isBest ? 'Confirmed on fresh repeats; the best so far.' : 'Confirmed on fresh repeats.'
    case 'rejected':
      return rejectionOf(state)
  }
}

function rejectionOf(state: CandidateState | undefined): string {
  if (state?.violated != null) return `The constraint on ${state.violated.metric} is violated.`
  return state?.sequential.reason === 'repeats-used'
    ? 'No improvement was shown within the maximum number of repeats.'
    : 'The interval excludes the smallest improvement worth keeping.'
}
