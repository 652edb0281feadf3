import { alwaysValidInterval } from '../stats/always-valid-interval.ts'
import { type Moments, NO_VALUES, withValue } from '../stats/moments.ts'
import {
  ALPHA,
  addRepeat,
  confirmationAlpha,
  type DecisionLimits,
  decideState,
  type SequentialState,
  startState,
} from './decide-candidate.ts'
import type { Constraint } from './experiment.ts'
import type { Repeat } from './repeats-of-candidate.ts'

/** A ratio to the base with its 95% interval, which is valid after every repeat. */
export type RatioWithInterval = { ratio: number; low: number; high: number }

export type ConstraintResult = { constraint: Constraint; value: RatioWithInterval | null; isMet: boolean }

type Sides = { own: Moments; base: Moments }

/** A candidate in the middle of its measurement. */
export type CandidateState = {
  sequential: SequentialState
  /** Values of each side metric in the current stage. */
  metrics: Map<string, Sides>
  /** Order among the candidates that passed screening, from 1; null before. */
  rank: number | null
  /** Position at which screening was passed; later repeats are fresh. */
  passedAt: number | null
  decidedAt: number | null
  /** The score of the screening while the confirmation has too few repeats, else that of the current stage. */
  score: RatioWithInterval | null
  scoreFrom: 'screening' | 'confirmation'
  /** A constraint that is certainly violated. */
  violated: Constraint | null
}

export const newCandidateState = (base: Moments, metricsOfBase: ReadonlyMap<string, Moments>): CandidateState => ({
  sequential: startState(base),
  metrics: new Map([...metricsOfBase].map(([name, moments]) => [name, { own: NO_VALUES, base: moments }])),
  ...{ rank: null, passedAt: null, decidedAt: null, score: null, scoreFrom: 'screening', violated: null },
})

export const isDecided = ({ decidedAt }: CandidateState): boolean => decidedAt !== null

type NewRepeat = {
  repeat: Repeat
  limits: DecisionLimits
  constraints: readonly Constraint[]
  mayKeep: boolean
  nextRank: number
}

/** Adds one repeat of the candidate or of its base, and decides. Repeats from before the confirmation are not fresh. */
export function withRepeat(
  state: CandidateState,
  { repeat, limits, constraints, mayKeep, nextRank }: NewRepeat,
): CandidateState {
  if (isDecided(state) || (state.passedAt !== null && repeat.first <= state.passedAt)) return state
  const side = repeat.candidate === 0 ? 'base' : 'candidate'
  const added = addRepeat(state.sequential, { side, score: repeat.score })
  const metrics = withMetrics(state.metrics, repeat, side)
  const shown = ratioOf(added)
  const current: CandidateState = {
    ...state,
    metrics,
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
  if (decided.stage === 'confirming' && added.stage === 'screening') {
    const fresh = new Map([...metrics.keys()].map((name) => [name, { own: NO_VALUES, base: NO_VALUES }]))
    return { ...current, sequential: decided, metrics: fresh, rank: nextRank, passedAt: repeat.last }
  }
  const isFinal = decided.stage === 'kept' || decided.stage === 'rejected'
  return { ...current, sequential: decided, decidedAt: isFinal ? repeat.last : null }
}

function withMetrics(metrics: CandidateState['metrics'], repeat: Repeat, side: 'candidate' | 'base') {
  const next = new Map(metrics)
  for (const [name, value] of Object.entries(repeat.metrics)) {
    const { own, base } = metrics.get(name) ?? { own: NO_VALUES, base: NO_VALUES }
    next.set(name, side === 'base' ? { own, base: withValue(base, value) } : { own: withValue(own, value), base })
  }
  return next
}

/** The ratio of a stage; null while its interval is unbounded. */
const ratioOf = ({ interval: { difference, halfWidth } }: SequentialState): RatioWithInterval | null =>
  Number.isFinite(halfWidth) ? asRatio(difference, halfWidth) : null

const asRatio = (difference: number, halfWidth: number): RatioWithInterval => ({
  ratio: Math.exp(difference),
  low: Math.exp(difference - halfWidth),
  high: Math.exp(difference + halfWidth),
})

/** The ratios of side metrics, with intervals. */
export function metricRatio({ metrics }: CandidateState, metric: string): RatioWithInterval | null {
  const sides = metrics.get(metric)
  if (sides === undefined) return null
  const { difference, halfWidth } = alwaysValidInterval(sides.own, sides.base, ALPHA)
  return Number.isFinite(halfWidth) ? asRatio(difference, halfWidth) : null
}

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
