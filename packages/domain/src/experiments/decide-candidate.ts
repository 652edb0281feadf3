import { alwaysValidInterval, type DifferenceInterval } from '../stats/always-valid-interval.ts'
import { type Moments, NO_VALUES, withValue } from '../stats/moments.ts'

/** Probability with which the interval of a score does not contain the true ratio at some time. */
export const ALPHA = 0.05

/** The limits of a decision, as logarithms of ratios where they are ratios. */
export type DecisionLimits = {
  /** ln of the smallest improvement that is worth keeping: a candidate that is certainly smaller is rejected. */
  minImprovement: number
  /** Maximum repeats of one side, in the first measurement and again in the confirmation. */
  maxRepeats: number
}

/** One further repeat: of the candidate or of its base, with the logarithm of its score. */
export type NewRepeat = { side: 'candidate' | 'base'; score: number }

/**
 * The state after one more repeat. `screening` compares all repeats. `confirming` compares only repeats that were
 * measured after screening was passed, on both sides, because the earlier ones were selected for being good.
 */
export type SequentialState = {
  stage: 'screening' | 'confirming' | 'kept' | 'rejected'
  /** The reason of a rejection. */
  reason: 'no-improvement' | 'repeats-used' | null
  /** Repeats of the current stage. */
  own: Moments
  base: Moments
  interval: DifferenceInterval
}

export const startState = (base: Moments = NO_VALUES): SequentialState => ({
  stage: 'screening',
  reason: null,
  own: NO_VALUES,
  base,
  interval: alwaysValidInterval(NO_VALUES, base, ALPHA),
})

/** Adds a repeat of one side and computes the 95% interval of the current stage. */
export function addRepeat(state: SequentialState, { side, score }: NewRepeat): SequentialState {
  const own = side === 'candidate' ? withValue(state.own, score) : state.own
  const base = side === 'base' ? withValue(state.base, score) : state.base
  return { ...state, own, base, interval: alwaysValidInterval(own, base, ALPHA) }
}

/**
 * Decides after a repeat. A candidate passes screening when its interval excludes "no improvement", and is kept when
 * the interval of fresh repeats does so again. It is rejected when its interval excludes the smallest improvement worth
 * keeping, or when the repeats are used up. A decision is final.
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
  const { stage, own, base, interval } = state
  if (stage === 'kept' || stage === 'rejected') return state
  if (interval.difference + interval.halfWidth < minImprovement)
    return { ...state, stage: 'rejected', reason: 'no-improvement' }
  if (stage === 'screening' && interval.difference - interval.halfWidth > 0)
    return { ...startState(), stage: 'confirming' }
  if (stage === 'confirming' && mayKeep) {
    const { difference, halfWidth } = alwaysValidInterval(own, base, confirmationAlpha)
    if (difference - halfWidth > 0) return { ...state, stage: 'kept' }
  }
  const isUsed = own.count >= maxRepeats && base.count >= maxRepeats
  return isUsed ? { ...state, stage: 'rejected', reason: 'repeats-used' } : state
}

/**
 * Level of the n-th confirmation of an experiment. Only half of it is on the side of an improvement, and the levels of
 * all confirmations add up to 2 ALPHA, so an experiment keeps a candidate that is not an improvement with a probability
 * of at most ALPHA, however many candidates it tries.
 *
 * @param rank 1 for the first candidate that passed screening.
 */
export const confirmationAlpha = (rank: number): number => (2 * ALPHA) / (rank * (rank + 1))

/** Further repeats of each side that will probably decide, if the difference and the noise stay as they are. */
export function furtherRepeats(
  state: SequentialState,
  { minImprovement, maxRepeats }: DecisionLimits,
  alpha: number,
): { candidate: number; base: number } {
  const { own, base, interval, stage } = state
  const degreesOfFreedom = own.count + base.count - 2
  const first = Math.max(own.count, base.count, MIN_REPEATS)
  const variance = degreesOfFreedom < 1 ? null : (own.squares + base.squares) / degreesOfFreedom
  let repeats = first
  if (variance !== null) {
    const planned = (count: number): Moments => ({ count, mean: 0, squares: variance * (count - 1) })
    const level = stage === 'confirming' ? alpha : ALPHA
    const isDecided = (count: number) => {
      const { halfWidth } = alwaysValidInterval(planned(count), planned(count), level)
      return interval.difference > halfWidth || interval.difference + halfWidth < minImprovement
    }
    while (repeats < maxRepeats && !isDecided(repeats)) repeats += 1
  }
  const more = (count: number) => Math.max(0, Math.min(repeats, maxRepeats) - count)
  const further = { candidate: more(own.count), base: more(base.count) }
  // Noise was underestimated when the planned number is reached without a decision.
  return further.candidate === 0 && further.base === 0 ? { candidate: 1, base: 0 } : further
}

/** Repeats of each side before a first estimate of the noise is useful. */
const MIN_REPEATS = 3
