import { alwaysValidInterval, type MeanInterval } from '../stats/always-valid-interval.ts'
import { type Moments, NO_VALUES } from '../stats/moments.ts'

/** Probability with which the interval of a score does not contain the true ratio at some time. */
export const ALPHA = 0.05

/** The limits of a decision, as logarithms of ratios where they are ratios. */
export type DecisionLimits = {
  /** ln of the smallest improvement that is worth keeping: a candidate that is certainly smaller is rejected. */
  minImprovement: number
  /** Maximum pairs of repeats, in the first measurement and again in the confirmation. */
  maxRepeats: number
}

/**
 * The state of a decision. `screening` compares all pairs of repeats. `confirming` compares only pairs that were
 * measured after screening was passed, because the earlier ones were selected for being good.
 */
export type SequentialState = {
  stage: 'screening' | 'confirming' | 'kept' | 'rejected'
  /** The reason of a rejection. */
  reason: 'no-improvement' | 'repeats-used' | null
  /** ln(candidate / base) of the pairs of the current stage. */
  differences: Moments
  interval: MeanInterval
}

export const startState = (): SequentialState => ({
  ...{ stage: 'screening', reason: null, differences: NO_VALUES },
  interval: alwaysValidInterval(NO_VALUES, ALPHA),
})

/** Replaces the differences of the current stage, with their 95% interval. */
export const withDifferences = (state: SequentialState, differences: Moments): SequentialState => ({
  ...{ ...state, differences },
  interval: alwaysValidInterval(differences, ALPHA),
})

/**
 * Decides after a pair of repeats. A candidate passes screening when its interval excludes "no improvement", and is kept
 * when the interval of fresh pairs does so again. It is rejected when its interval excludes the smallest improvement
 * worth keeping, or when the repeats are used up. A decision is final.
 *
 * @param confirmationAlpha level of the confirmation, see `confirmationAlpha`.
 * @param mayKeep false while the base has fewer repeats than candidates were tried.
 */
export function decideState(
  state: SequentialState,
  { minImprovement, maxRepeats }: DecisionLimits,
  confirmationAlpha: number,
  mayKeep = true,
): SequentialState {
  const { stage, differences, interval } = state
  if (stage === 'kept' || stage === 'rejected') return state
  if (interval.mean + interval.halfWidth < minImprovement)
    return { ...state, stage: 'rejected', reason: 'no-improvement' }
  if (stage === 'screening' && interval.mean - interval.halfWidth > 0) return { ...startState(), stage: 'confirming' }
  if (stage === 'confirming' && mayKeep) {
    const { mean, halfWidth } = alwaysValidInterval(differences, confirmationAlpha)
    if (mean - halfWidth > 0) return { ...state, stage: 'kept' }
  }
  return differences.count >= maxRepeats ? { ...state, stage: 'rejected', reason: 'repeats-used' } : state
}

/**
 * Level of the n-th confirmation of an experiment. Only half of it is on the side of an improvement, and the levels of
 * all confirmations add up to 2 ALPHA, so an experiment keeps a candidate that is not an improvement with a probability
 * of at most ALPHA, however many candidates it tries.
 *
 * @param rank 1 for the first candidate that passed screening.
 */
export const confirmationAlpha = (rank: number): number => (2 * ALPHA) / (rank * (rank + 1))

/** Further pairs that will probably decide, if the difference and the noise stay as they are; 1 at least. */
export function furtherPairs(
  { differences, interval, stage }: SequentialState,
  { minImprovement, maxRepeats }: DecisionLimits,
  alpha: number,
): number {
  const { count, squares } = differences
  let planned = Math.max(count, MIN_PAIRS)
  if (count > 1) {
    const variance = squares / (count - 1)
    const level = stage === 'confirming' ? alpha : ALPHA
    const isDecided = (pairs: number) => {
      const { halfWidth } = alwaysValidInterval({ count: pairs, mean: 0, squares: variance * (pairs - 1) }, level)
      return interval.mean > halfWidth || interval.mean + halfWidth < minImprovement
    }
    while (planned < maxRepeats && !isDecided(planned)) planned += 1
  }
  // Noise was underestimated when the planned number is reached without a decision.
  return Math.max(1, Math.min(planned, maxRepeats) - count)
}

/** Pairs before a first estimate of the noise is useful. */
const MIN_PAIRS = 3
