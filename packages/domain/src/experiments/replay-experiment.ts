import { type Moments, NO_VALUES, withValue } from '../stats/moments.ts'
import { type CandidateState, isDecided, newCandidateState, withRepeat } from './candidate-state.ts'
import type { Experiment } from './experiment.ts'
import type { Repeat } from './repeats-of-candidate.ts'

/** A point of the best-so-far curve: a candidate that was confirmed and has a higher lower limit than all before. */
export type BestSoFar = { candidate: number; position: number; ratio: number; low: number; high: number }

export type Replay = {
  states: ReadonlyMap<number, CandidateState>
  best: readonly BestSoFar[]
  base: Moments
}

type ReplayInput = {
  experiment: Pick<Experiment, 'minImprovement' | 'maxRepeats' | 'constraints'>
  /** Repeats of the base (candidate 0) and of all candidates that are not flagged, in the order of their last run. */
  repeats: readonly Repeat[]
  /** Candidates whose runs are all attested; others never become the best so far. */
  isAttested: (candidate: number) => boolean
}

/**
 * Replays an experiment repeat by repeat, as decisions were made. Every repeat of the base is also one for each
 * undecided candidate. A candidate is kept only when the base has as many repeats as candidates were tried, because the
 * best of K draws is compared with K draws of the base.
 */
export function replayExperiment({ experiment, repeats, isAttested }: ReplayInput): Replay {
  const limits = { minImprovement: Math.log1p(experiment.minImprovement), maxRepeats: experiment.maxRepeats }
  const states = new Map<number, CandidateState>()
  const best: BestSoFar[] = []
  let base = NO_VALUES
  let baseMetrics = new Map<string, Moments>()
  let passed = 0
  const addTo = (candidate: number, state: CandidateState, repeat: Repeat) => {
    const mayKeep = base.count >= states.size
    const next = withRepeat(state, {
      ...{ repeat, limits, mayKeep, nextRank: passed + 1 },
      constraints: experiment.constraints,
    })
    if (next.rank !== null && state.rank === null) passed += 1
    states.set(candidate, next)
    const isNew = next.sequential.stage === 'kept' && !isDecided(state)
    if (!isNew || next.score === null || !isAttested(candidate)) return
    if (next.score.low > (best.at(-1)?.low ?? 1)) best.push({ candidate, position: repeat.last, ...next.score })
  }
  for (const repeat of repeats) {
    if (repeat.candidate !== 0) {
      const known = states.get(repeat.candidate) ?? newCandidateState(base, baseMetrics)
      states.set(repeat.candidate, known)
      addTo(repeat.candidate, known, repeat)
      continue
    }
    base = withValue(base, repeat.score)
    baseMetrics = new Map(
      Object.entries(repeat.metrics).map(([name, value]) => [
        name,
        withValue(baseMetrics.get(name) ?? NO_VALUES, value),
      ]),
    )
    for (const [candidate, state] of states) addTo(candidate, state, repeat)
  }
  return { states, best, base }
}
