import { plural } from '../plural.ts'
import { alwaysValidInterval } from '../stats/always-valid-interval.ts'
import { momentsOf } from '../stats/moments.ts'
import { nonDominated } from '../stats/pareto-front.ts'
import {
  type CandidateState,
  type ConstraintResult,
  constraintResults,
  metricRatio,
  type RatioWithInterval,
} from './candidate-state.ts'
import { ALPHA, confirmationAlpha, furtherRepeats } from './decide-candidate.ts'
import type { Candidate, CandidateRun, Experiment } from './experiment.ts'
import { excludingFlags, type MeasuredRun, type MeasuredRuns, readMetricOf } from './measured-run.ts'
import { baseMeasurement, measurementDifferences } from './measurement-differences.ts'
import { noveltyOf } from './novelty.ts'
import { type Repeat, repeatsOf } from './repeats-of-candidate.ts'
import { type BestSoFar, replayExperiment } from './replay-experiment.ts'

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

type Input = {
  experiment: Experiment
  /** Includes the base, number 0. */
  candidates: readonly Candidate[]
  /** All attached runs in the order of their position, including those whose run was deleted. */
  attached: readonly CandidateRun[]
  measured: MeasuredRuns
  showsHoldout: boolean
}

/** Evaluates all candidates of an experiment: flags, scores with intervals, decisions, best so far and budget. */
export function evaluateExperiment({ experiment, candidates, attached, measured, showsHoldout }: Input): Evaluation {
  const read = readMetricOf(measured, experiment)
  const runsOf = (number: number) => measured.runs.filter(({ candidate }) => candidate === number)
  const base = baseMeasurement(runsOf(0))
  const facts = new Map(candidates.map(({ number }) => [number, factsOf(number)]))
  const repeats = candidates
    .flatMap(({ number }) => (facts.get(number)?.flags.length === 0 ? repeatsIn(number, experiment.workloads) : []))
    .sort((a, b) => a.last - b.last)
  const isAttested = (number: number) => facts.get(number)?.isAttested === true && facts.get(0)?.isAttested === true
  const { states, best, base: baseMoments } = replayExperiment({ experiment, repeats, isAttested })
  const hours = (number?: number, until = Number.POSITIVE_INFINITY) =>
    attached.reduce(
      (sum, run) =>
        (number === undefined || run.candidate === number) && run.position <= until ? sum + run.machineSeconds : sum,
      0,
    ) / 3600
  const used = hours()
  const evaluated = candidates.filter(({ number }) => number !== 0).map(evaluate)
  const front = new Set(frontOf(evaluated, measured.metrics))
  return {
    base: {
      repeats: baseMoments.count,
      machineHours: hours(0),
      luckiest: luckiestOf(repeats.filter(({ candidate }) => candidate === 0)),
      notes: facts.get(0)?.notes ?? [],
    },
    candidates: evaluated.map((one) => ({ ...one, isOnParetoFront: front.has(one.number) })),
    best: best.map((one) => ({ ...one, machineHours: hours(undefined, one.position) })),
    budget: { hours: experiment.budgetHours, used, isExhausted: used >= experiment.budgetHours },
    isHoldoutHidden: experiment.holdoutWorkloads.length > 0 && !showsHoldout,
  }

  function repeatsIn(number: number, workloads: readonly string[]): Repeat[] {
    return repeatsOf(runsOf(number), experiment, { read, workloads })
  }

  function factsOf(number: number) {
    const own = runsOf(number)
    const visible = own.filter(({ workload }) => showsHoldout || !experiment.holdoutWorkloads.includes(workload))
    const records = attached.filter(({ candidate }) => candidate === number)
    const found = new Set(own.map(({ runId }) => runId))
    const deleted = records.filter(({ runId }) => !found.has(runId)).length
    const flags = number === 0 ? [] : own.flatMap((run) => measurementDifferences(run, base, experiment))
    const lost = deleted > 0 ? [`${plural(deleted, 'attached run')} deleted`] : []
    return {
      flags: [...new Set(number === 0 ? [] : [...flags, ...lost])],
      notes: [...(number === 0 ? lost : []), ...visible.flatMap(noteOf)],
      isAttested: records.length > 0 && records.every((record) => record.isAttested),
    }
  }

  function evaluate(candidate: Candidate): CandidateEvaluation {
    const { number } = candidate
    const { flags = [], notes = [], isAttested: attested = false } = facts.get(number) ?? {}
    const state = flags.length > 0 ? undefined : states.get(number)
    const stage = flags.length > 0 ? 'flagged' : state === undefined ? 'waiting' : state.sequential.stage
    const isBest = best.at(-1)?.candidate === number
    const score = state === undefined || state.score === null ? null : { ...state.score, from: state.scoreFrom }
    const limits = { minImprovement: Math.log1p(experiment.minImprovement), maxRepeats: experiment.maxRepeats }
    const isOpen = stage === 'waiting' || stage === 'screening' || stage === 'confirming'
    const missingBase = Math.max(0, states.size - baseMoments.count)
    const further =
      state === undefined
        ? { candidate: FIRST_REPEATS, base: Math.max(0, FIRST_REPEATS - baseMoments.count) }
        : furtherRepeats(state.sequential, limits, confirmationAlpha(state.rank ?? 1))
    return {
      ...candidate,
      stage,
      decision: decisionOf(stage),
      reason: reasonOf(stage, { state, isBest, isAttested: isAttested(number), flags, missingBase }),
      measureMore: isOpen ? { ...further, base: Math.max(further.base, missingBase) } : null,
      score,
      repeats: { candidate: state?.sequential.own.count ?? 0, base: state?.sequential.base.count ?? 0 },
      runIds: attached.filter((run) => run.candidate === number).map(({ runId }) => runId),
      isAttested: attested,
      flags,
      notes,
      constraints: state === undefined ? [] : constraintResults(state, experiment.constraints),
      paretoMetrics: experiment.paretoMetrics.map((metric) => ({
        metric,
        value: state === undefined ? null : metricRatio(state, metric),
      })),
      isOnParetoFront: false,
      isBest,
      novelty: noveltyOf(candidate, candidates),
      machineHours: hours(number),
      holdout: showsHoldout && flags.length === 0 ? holdoutOf(number) : null,
    }
  }

  function holdoutOf(number: number): RatioWithInterval | null {
    if (experiment.holdoutWorkloads.length === 0) return null
    const [own, ofBase] = [number, 0].map((one) =>
      repeatsIn(one, experiment.holdoutWorkloads).map(({ score }) => score),
    )
    if (own === undefined || ofBase === undefined || own.length === 0 || ofBase.length === 0) return null
    const { difference, halfWidth } = alwaysValidInterval(momentsOf(own), momentsOf(ofBase), ALPHA)
    if (!Number.isFinite(halfWidth)) return null
    const [ratio = 1, low = 1, high = 1] = [0, -halfWidth, halfWidth].map((side) => Math.exp(difference + side))
    return { ratio, low, high }
  }
}

/** Repeats of each side that a first decision needs at least. */
const FIRST_REPEATS = 3

const noteOf = (run: MeasuredRun): string[] => {
  const flags = excludingFlags(run)
  return flags.length === 0 ? [] : [`run ${run.runId} is not counted: ${flags[0]}`]
}

const decisionOf = (stage: CandidateStage): Decision =>
  stage === 'kept' ? 'keep' : stage === 'rejected' ? 'reject' : stage === 'flagged' ? 'flagged' : 'measure more'

type Reason = {
  state: CandidateState | undefined
  isBest: boolean
  isAttested: boolean
  flags: readonly string[]
  missingBase: number
}

function reasonOf(stage: CandidateStage, { state, isBest, isAttested, flags, missingBase }: Reason): string {
  switch (stage) {
    case 'flagged':
      return `Not scored, because it does not measure what the base measures: ${flags[0] ?? ''}.`
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

/** Ratio of the best repeat of the base to the mean of the base: the score that luck alone reaches. */
function luckiestOf(repeats: readonly Repeat[]): number | null {
  if (repeats.length < 2) return null
  const scores = repeats.map(({ score }) => score)
  return Math.exp(Math.max(...scores) - momentsOf(scores).mean)
}

function frontOf(candidates: readonly CandidateEvaluation[], metrics: MeasuredRuns['metrics']): number[] {
  const directionOf = (metric: string) =>
    metrics.find(({ name }) => name === metric)?.better === 'lower' ? 'lower' : 'higher'
  const points = candidates.flatMap(({ number, score, paretoMetrics }) => {
    const values = paretoMetrics.flatMap(({ value }) => value?.ratio ?? [])
    const isComplete = score !== null && values.length > 0 && values.length === paretoMetrics.length
    return isComplete ? [{ number, values: [score.ratio, ...values] }] : []
  })
  const names = candidates[0]?.paretoMetrics.map(({ metric }) => metric) ?? []
  return nonDominated(points, ['higher', ...names.map(directionOf)]).map(({ number }) => number)
}
