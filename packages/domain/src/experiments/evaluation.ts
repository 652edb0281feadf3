import type { ConstraintResult, RatioWithInterval } from './candidate-state.ts'
import type { Candidate } from './experiment.ts'
import type { BestSoFar } from './replay-experiment.ts'

export type CandidateStage = 'waiting' | 'screening' | 'confirming' | 'kept' | 'rejected' | 'flagged'
export type Decision = 'keep' | 'reject' | 'measure more' | 'flagged'

export type CandidateEvaluation = Candidate & {
  stage: CandidateStage
  decision: Decision
  /** One sentence that states why. */
  reason: string
  /** Repeats that will probably decide; null after a decision. */
  measureMore: { candidate: number; base: number } | null
  /** Ratio to the base, never without its interval; null before there are enough repeats, and for flagged candidates. */
  score: (RatioWithInterval & { from: 'screening' | 'confirmation' }) | null
  /** Repeats of the current stage. */
  repeats: { candidate: number; base: number }
  runIds: readonly string[]
  isAttested: boolean
  /** Differences from the measurement of the base. */
  flags: readonly string[]
  /** Runs that are not counted, with their reason. */
  notes: readonly string[]
  constraints: readonly ConstraintResult[]
  paretoMetrics: readonly { metric: string; value: RatioWithInterval | null }[]
  isOnParetoFront: boolean
  isBest: boolean
  novelty: number | null
  machineHours: number
  /** Score on the holdout workloads; null while it is hidden or not measured. */
  holdout: RatioWithInterval | null
}

export type Evaluation = {
  base: { repeats: number; machineHours: number; luckiest: number | null; notes: readonly string[] }
  candidates: readonly CandidateEvaluation[]
  best: (BestSoFar & { machineHours: number })[]
  budget: { hours: number; used: number; isExhausted: boolean }
  /** True when holdout workloads exist and their results are not in this evaluation. */
  isHoldoutHidden: boolean
}
