import { alwaysValidInterval, type MeanInterval } from '../stats/always-valid-interval.ts'
import { NO_VALUES } from '../stats/moments.ts'
import {
  ALPHA,
  confirmationAlpha,
  type DecisionLimits,
  decideState,
  type SequentialState,
  startState,
  withDifferences,
} from './decide-candidate.ts'
import type { Constraint } from './experiment.ts'
import { noPairs, type PairedRepeats, withPairedRepeat } from './paired-repeats.ts'
import type { Repeat } from './repeats-of-candidate.ts'

/** A ratio to the base with its 95% interval, which is valid after every repeat. */
export type RatioWithInterval = { ratio: number; low: number; high: number }

export type ConstraintResult = { constraint: Constraint; value: RatioWithInterval | null; isMet: boolean }

/** A candidate in the middle of its measurement. */
export type CandidateState = {
  sequential: SequentialState
  /** Repeats of the current stage. Repeats from before the confirmation are not fresh. */
  pairs: PairedRepeats
  /** Order among the candidates that passed screening, from 1; null before. */
  rank: number | null
  decidedAt: number | null
  /** The score of the screening while the confirmation has too few repeats, else that of the current stage. */
  score: RatioWithInterval | null
  scoreFrom: 'screening' | 'confirmation'
  /** A constraint that is certainly violated. */
  violated: Constraint | null
}

/** The screening begins with the first repeat of the candidate, so that no search can choose a bad repeat of the base. */
export const newCandidateState = ({ first }: Repeat): CandidateState => ({
  ...{ sequential: startState(), pairs: noPairs(first) },
  ...{ rank: null, decidedAt: null, score: null, scoreFrom: 'screening', violated: null },
})

export const isDecided = ({ decidedAt }: Pick<CandidateState, 'decidedAt'>): boolean => decidedAt !== null

type NewRepeat = {
  repeat: Repeat
  limits: DecisionLimits
  constraints: readonly Constraint[]
  mayKeep: boolean
  nextRank: number
}

/** Adds one repeat of the candidate or of its base, and decides. */
export function withRepeat(
  state: CandidateState,
  { repeat, limits, constraints, mayKeep, nextRank }: NewRepeat,
): CandidateState {
  if (isDecided(state)) return state
  const pairs = withPairedRepeat(state.pairs, repeat)
  const added = withDifferences(state.sequential, pairs.score)
  const shown = asRatio(added.interval)
  const current: CandidateState = {
    ...state,
    pairs,
    sequential: added,
    ...(shown !== null && { score: shown, scoreFrom: added.stage === 'confirming' ? 'confirmation' : 'screening' }),
  }
  const results = constraintResults(current, constraints)
  const violated = results.find(({ constraint, value }) => value !== null && isOutside(constraint, value))
  if (violated !== undefined) {
    const sequential = { ...added, stage: 'rejected' as const, reason: null }
    return { ...current, sequential, violated: violated.constraint, decidedAt: repeat.last }
  }
  const isMet = results.every((result) => result.isMet)
  const alpha = confirmationAlpha(state.rank ?? nextRank)
  const decided = decideState(added, limits, alpha, mayKeep && isMet)
  if (decided.stage === 'confirming' && added.stage === 'screening')
    return { ...current, sequential: decided, pairs: noPairs(repeat.last + 1), rank: nextRank }
  const isFinal = decided.stage === 'kept' || decided.stage === 'rejected'
  return { ...current, sequential: decided, decidedAt: isFinal ? repeat.last : null }
}

/** The ratio of an interval of logarithms; null while it is unbounded. */
export const asRatio = ({ mean, halfWidth }: MeanInterval): RatioWithInterval | null =>
  Number.isFinite(halfWidth)
    ? { ratio: Math.exp(mean), low: Math.exp(mean - halfWidth), high: Math.exp(mean + halfWidth) }
    : null

/** The ratio of a side metric with its interval. */
export const metricRatio = ({ pairs }: CandidateState, metric: string): RatioWithInterval | null =>
  asRatio(alwaysValidInterval(pairs.metrics.get(metric) ?? NO_VALUES, ALPHA))

/** A constraint without a measured ratio is not met. */
export const constraintResults = (state: CandidateState, constraints: readonly Constraint[]): ConstraintResult[] =>
  constraints.map((constraint) => {
    const value = metricRatio(state, constraint.metric)
    const { min = 0, max = Number.POSITIVE_INFINITY } = constraint
    return { constraint, value, isMet: value !== null && value.ratio >= min && value.ratio <= max }
  })

/** True when the whole interval is outside the limits. */
const isOutside = ({ min = 0, max = Number.POSITIVE_INFINITY }: Constraint, { low, high }: RatioWithInterval) =>
  high < min || low > max
