import { momentsOf } from '../stats/moments.ts'
import { nonDominated } from '../stats/pareto-front.ts'
import { type CandidateFacts, factsOfBase, factsOfCandidate } from './candidate-facts.ts'
import { type CandidateState, constraintResults, metricRatio } from './candidate-state.ts'
import { confirmationAlpha, furtherPairs } from './decide-candidate.ts'
import { decisionOf, reasonOf } from './decision-reason.ts'
import type { CandidateEvaluation, CandidateStage, Evaluation } from './evaluation.ts'
import type { Candidate, CandidateRun, Experiment } from './experiment.ts'
import { holdoutScore } from './holdout-score.ts'
import { type MeasuredRuns, readMetricOf } from './measured-run.ts'
import { baseMeasurement } from './measurement-differences.ts'
import { noveltyByNumber } from './novelty.ts'
import { type Repeat, repeatsOf } from './repeats-of-candidate.ts'
import { ExperimentReplay } from './replay-experiment.ts'

type Input = {
  experiment: Experiment
  /** Includes the base, number 0. */
  candidates: readonly Candidate[]
  /** All attached runs in the order of their position, including those whose run was deleted. */
  attached: readonly CandidateRun[]
  measured: MeasuredRuns
  showsHoldout: boolean
}

/** Input of the evaluation of one candidate. */
type Context = Input & {
  facts: ReadonlyMap<number, CandidateFacts>
  replay: ExperimentReplay
  novelty: ReadonlyMap<number, number>
}

/** Evaluates all candidates of an experiment: flags, scores with intervals, decisions, best so far and budget. */
export function evaluateExperiment(input: Input): Evaluation {
  const { experiment, candidates, attached, measured, showsHoldout } = input
  const facts = factsOf(input)
  const repeats = candidates
    .flatMap(({ number }) => (facts.get(number)?.flags.length === 0 ? repeatsIn(input, number) : []))
    .sort((a, b) => a.last - b.last)
  const isAttested = (number: number) => facts.get(number)?.isAttested === true && facts.get(0)?.isAttested === true
  const replay = new ExperimentReplay({ experiment, isAttested })
  for (const repeat of repeats) replay.add(repeat)
  const context = { ...input, facts, replay, novelty: noveltyByNumber(candidates) }
  const evaluated = candidates.filter(({ number }) => number !== 0).map((one) => evaluateCandidate(one, context))
  const front = new Set(frontOf(evaluated, measured.metrics))
  const used = machineHours(attached)
  return {
    base: {
      repeats: replay.baseRepeats,
      machineHours: machineHours(runsOf(attached, 0)),
      luckiest: luckiestOf(repeats.filter(({ candidate }) => candidate === 0)),
      notes: facts.get(0)?.notes ?? [],
    },
    candidates: evaluated.map((one) => ({ ...one, isOnParetoFront: front.has(one.number) })),
    best: replay.best.map((one) => ({ ...one, machineHours: machineHours(attached, one.position) })),
    budget: { hours: experiment.budgetHours, used, isExhausted: used >= experiment.budgetHours },
    isHoldoutHidden: experiment.holdoutWorkloads.length > 0 && !showsHoldout,
  }
}

function factsOf({ experiment, candidates, attached, measured, showsHoldout }: Input): Map<number, CandidateFacts> {
  const base = baseMeasurement(runsOf(measured.runs, 0), experiment)
  return new Map(
    candidates.map(({ number }) => {
      const own = { attached: runsOf(attached, number), runs: runsOf(measured.runs, number) }
      const input = { experiment, base, showsHoldout, ...own }
      return [number, number === 0 ? factsOfBase(input) : factsOfCandidate(input)]
    }),
  )
}

const runsOf = <R extends CandidateRun>(runs: readonly R[], number: number): R[] =>
  runs.filter(({ candidate }) => candidate === number)

function repeatsIn({ experiment, measured }: Input, number: number, workloads = experiment.workloads): Repeat[] {
  const read = readMetricOf(measured, experiment)
  return repeatsOf(runsOf(measured.runs, number), experiment, { read, workloads })
}

function evaluateCandidate(candidate: Candidate, context: Context): CandidateEvaluation {
  const { number } = candidate
  const { experiment, facts, replay } = context
  const own = runsOf(context.attached, number)
  const { flags, notes, isAttested } = facts.get(number) ?? { flags: [], notes: [], isAttested: false }
  const state = flags.length > 0 ? undefined : replay.states.get(number)
  const stage = flags.length > 0 ? 'flagged' : state === undefined ? 'waiting' : state.sequential.stage
  const isBest = replay.best.at(-1)?.candidate === number
  const isBaseAttested = facts.get(0)?.isAttested === true
  const missingBase = Math.max(0, replay.states.size - replay.baseRepeats)
  return {
    ...candidate,
    ...{ stage, decision: decisionOf(stage) },
    reason: reasonOf(stage, { state, isBest, isAttested, isBaseAttested, flags, missingBase }),
    measureMore: repeatsToMeasure(stage, { state, context, missingBase }),
    score: state === undefined || state.score === null ? null : { ...state.score, from: state.scoreFrom },
    repeats: { candidate: state?.pairs.candidate ?? 0, base: state?.pairs.base ?? 0 },
    runIds: own.map(({ runId }) => runId),
    ...{ isAttested, flags, notes },
    constraints: state === undefined ? [] : constraintResults(state, experiment.constraints),
    paretoMetrics: experiment.paretoMetrics.map((metric) => ({
      metric,
      value: state === undefined ? null : metricRatio(state, metric),
    })),
    ...{ isOnParetoFront: false, isBest },
    novelty: context.novelty.get(number) ?? null,
    machineHours: machineHours(own),
    holdout: flags.length > 0 ? null : holdoutOf(number, context),
  }
}

function holdoutOf(number: number, context: Context): CandidateEvaluation['holdout'] {
  const { holdoutWorkloads } = context.experiment
  if (!context.showsHoldout || holdoutWorkloads.length === 0) return null
  return holdoutScore(repeatsIn(context, number, holdoutWorkloads), repeatsIn(context, 0, holdoutWorkloads))
}

/** Repeats of each side that a first decision needs at least. */
const FIRST_REPEATS = 3

type Undecided = {
  state: CandidateState | undefined
  context: Context
  missingBase: number
}

/** The repeats that will probably decide; null after a decision. */
function repeatsToMeasure(
  stage: CandidateStage,
  { state, context: { experiment }, missingBase }: Undecided,
): CandidateEvaluation['measureMore'] {
  if (stage !== 'waiting' && stage !== 'screening' && stage !== 'confirming') return null
  const limits = { minImprovement: Math.log1p(experiment.minImprovement), maxRepeats: experiment.maxRepeats }
  if (state === undefined) return { candidate: FIRST_REPEATS, base: FIRST_REPEATS }
  const { candidate, base, score } = state.pairs
  const pairs = score.count + furtherPairs(state.sequential, limits, confirmationAlpha(state.rank ?? 1))
  return { candidate: Math.max(0, pairs - candidate), base: Math.max(0, pairs - base, missingBase) }
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

/** Machine hours of runs up to a position. */
const machineHours = (runs: readonly CandidateRun[], until = Number.POSITIVE_INFINITY): number =>
  runs.reduce((sum, { position, machineSeconds }) => (position <= until ? sum + machineSeconds : sum), 0) / 3600
