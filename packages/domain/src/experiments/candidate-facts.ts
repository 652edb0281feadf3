import { plural } from '../plural.ts'
import type { CandidateRun, Experiment } from './experiment.ts'
import { excludingFlags, type MeasuredRun } from './measured-run.ts'
import { type BaseMeasurement, measurementDifferences } from './measurement-differences.ts'
import { runsNotAttached, wordsOfRunsNotAttached } from './runs-not-attached.ts'

/** Facts that the runs of one candidate show besides their figures. */
export type CandidateFacts = {
  /** Differences from the measurement of the base, and runs that are missing. */
  flags: readonly string[]
  /** Runs that are not counted, with their reason. */
  notes: readonly string[]
  /** True if every run has a signed record, and, for the base, if none is missing. */
  isAttested: boolean
}

type Input = {
  experiment: Experiment
  base: BaseMeasurement
  /** Its attached runs, and those of them that are still stored. */
  attached: readonly CandidateRun[]
  runs: readonly MeasuredRun[]
  showsHoldout: boolean
}

/** The base has notes in place of flags, and is unattested while runs of it are missing. */
export function factsOfBase(input: Input): CandidateFacts {
  const { finished, failed } = runsNotAttached(input.attached)
  const notes = [...deletedRuns(input), ...wordsOfRunsNotAttached({ finished, failed }), ...notCounted(input)]
  return { flags: [], notes, isAttested: isSigned(input) && finished === 0 }
}

export function factsOfCandidate(input: Input): CandidateFacts {
  const { experiment, base, attached, runs } = input
  const differences = runs.flatMap((run) => measurementDifferences(run, base, experiment))
  const missing = [...deletedRuns(input), ...wordsOfRunsNotAttached(runsNotAttached(attached))]
  return { flags: [...new Set([...differences, ...missing])], notes: notCounted(input), isAttested: isSigned(input) }
}

const isSigned = ({ attached }: Input): boolean => attached.length > 0 && attached.every((run) => run.isAttested)

function deletedRuns({ attached, runs }: Input): string[] {
  const found = new Set(runs.map(({ runId }) => runId))
  const deleted = attached.filter(({ runId }) => !found.has(runId)).length
  return deleted > 0 ? [`${plural(deleted, 'attached run')} deleted`] : []
}

const notCounted = ({ runs, experiment, showsHoldout }: Input): string[] =>
  runs.flatMap((run) => {
    if (!showsHoldout && experiment.holdoutWorkloads.includes(run.workload)) return []
    const [flag] = excludingFlags(run)
    return flag === undefined ? [] : [`run ${run.runId} is not counted: ${flag}`]
  })
