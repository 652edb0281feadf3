import { type CandidateState, isDecided, newCandidateState, withRepeat } from './candidate-state.ts'
import type { Experiment } from './experiment.ts'
import type { Repeat } from './repeats-of-candidate.ts'

/** A point of the best-so-far curve: a candidate that was confirmed and has a higher lower limit than all before. */
export type BestSoFar = { candidate: number; position: number; ratio: number; low: number; high: number }

type ReplayInput = {
  experiment: Pick<Experiment, 'minImprovement' | 'maxRepeats' | 'constraints'>
  /** Candidates whose runs are all attested; others never become the best so far. */
  isAttested: (candidate: number) => boolean
}

/**
 * Replays an experiment repeat by repeat, as decisions were made. Every repeat of the base is one for each undecided
 * candidate. A candidate is kept only when the base has as many repeats as candidates were tried, because the
 * best of K draws is compared with K draws of the base.
 */
export class ExperimentReplay {
  readonly states = new Map<number, CandidateState>()
  readonly best: BestSoFar[] = []
  /** Repeats of the base. */
  baseRepeats = 0
  private passed = 0
  private readonly input: ReplayInput

  constructor(input: ReplayInput) {
    this.input = input
  }

  /** Adds a repeat of the base (candidate 0) or of a candidate that is not flagged, in the order of their last runs. */
  add(repeat: Repeat): void {
    const { candidate } = repeat
    if (candidate === 0) {
      this.baseRepeats += 1
      for (const [number, state] of this.states) this.addTo(number, state, repeat)
      return
    }
    const state = this.states.get(candidate) ?? newCandidateState(repeat)
    this.states.set(candidate, state)
    this.addTo(candidate, state, repeat)
  }

  private addTo(candidate: number, state: CandidateState, repeat: Repeat): void {
    const { minImprovement, maxRepeats, constraints } = this.input.experiment
    const next = withRepeat(state, {
      ...{ repeat, constraints, nextRank: this.passed + 1 },
      limits: { minImprovement: Math.log1p(minImprovement), maxRepeats },
      mayKeep: this.baseRepeats >= this.states.size,
    })
    if (next.rank !== null && state.rank === null) this.passed += 1
    this.states.set(candidate, next)
    const isNew = next.sequential.stage === 'kept' && !isDecided(state)
    if (!isNew || next.score === null || !this.input.isAttested(candidate)) return
    if (next.score.low > (this.best.at(-1)?.low ?? 1))
      this.best.push({ candidate, position: repeat.last, ...next.score })
  }
}
