import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRecord, runFolders } from './experiment/run-folders.ts'
import { ExperimentHistory, type RecordedExperiment } from './experiments/recorded-experiment.ts'
import { RAW } from './recorded-sets.ts'

/** Names of the sets of results (recorded-sets.ts) that are the runs of an experiment. */
export const RECORDED_EXPERIMENTS = ['nov26.tuning.vm4']

export function makeExperiment(name: string): RecordedExperiment {
  const folder = join(RAW, name)
  const history = ExperimentHistory.parse(JSON.parse(readFileSync(join(folder, 'experiment.json'), 'utf8')))
  return { ...history, records: runFolders(folder).map(readRecord) }
}
