import { NewCandidate, NewExperiment } from '@assay/domain/experiments/experiment'
import { SignedRecord } from '@assay/domain/experiments/run-record'
import { z } from 'zod'

/** The history of an experiment as `npm run demo:experiment -- --record` writes it. */
export const ExperimentHistory = z.object({
  definition: NewExperiment,
  keyName: z.string(),
  /** All candidates except the base, in the order of their numbers. */
  candidates: z.array(NewCandidate),
})

/** An experiment that we ran, with the signed record of each run in the order of their attachment. */
export const RecordedExperiment = ExperimentHistory.extend({ records: z.array(SignedRecord).min(1) })
export type RecordedExperiment = z.infer<typeof RecordedExperiment>
