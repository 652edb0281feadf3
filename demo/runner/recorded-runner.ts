import { RunPlan } from '@assay/domain/run-plans/run-plan'
import { Runner, RunRequest } from '@assay/domain/run-requests/run-request'
import { z } from 'zod'

/** The history of a runner, as the server answered at the end of the recording. */
export const RunnerHistory = z.object({
  runners: z.array(Runner),
  /** The oldest first, as are requests. */
  plans: z.array(RunPlan),
  requests: z.array(RunRequest),
  /** Output by the id of the attempt. */
  logs: z.record(z.uuid(), z.string()),
})
export type RunnerHistory = z.infer<typeof RunnerHistory>
