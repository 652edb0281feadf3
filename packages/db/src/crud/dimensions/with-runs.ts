import type { RunEntry, RunIndex } from '../../hot/run-index/run-index.ts'
import { newestFirst } from '../../hot/runs/run-summary.ts'
import type { WithRuns } from '../../types.ts'

const RUNS_SHOWN = 200

export function withRuns<T>(entry: T, { runs }: RunIndex, isOf: (run: RunEntry) => boolean): WithRuns<T> {
  const own = runs.filter(isOf)
  return { ...entry, runs: newestFirst(own, RUNS_SHOWN), runCount: own.length }
}
