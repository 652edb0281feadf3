import { plural } from '../plural.ts'
import type { CandidateRun } from './experiment.ts'

/**
 * Runs that a runner measured for one candidate, and that are not among the attached ones, by the counters of records.
 */
export type RunsNotAttached = { finished: number; failed: number }

/**
 * Reads the gaps in the counters of the signed records of one candidate. A search that attaches its best runs only has
 * gaps, and so has a candidate that ends its bad runs with an error. Runs after the last attached one are not a gap:
 * decisions hold whenever a search stops.
 */
export function runsNotAttached(records: readonly CandidateRun[]): RunsNotAttached {
  let [finished, failed] = [0, 0]
  for (const own of Map.groupBy(records, ({ runnerKeyId }) => runnerKeyId).values()) {
    const counters = new Set(own.flatMap(({ finishedRuns }) => finishedRuns ?? []))
    finished += Math.max(0, ...counters) - counters.size
    failed += Math.max(0, ...own.map(({ failedRuns }) => failedRuns ?? 0))
  }
  return { finished, failed }
}

/** The gaps as flags. */
export const wordsOfRunsNotAttached = ({ finished, failed }: RunsNotAttached): string[] => [
  ...(finished > 0 ? [`${plural(finished, 'measured run')} not attached, by the counter of the runner`] : []),
  ...(failed > 0 ? [`${plural(failed, 'failed run')}, by the counter of the runner`] : []),
]
