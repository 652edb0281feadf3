'use client'

import type { NewRunPlan } from '@assay/domain/run-plans/run-plan'
import { runPlanPath } from '../../paths.ts'
import { WriteForm } from '../notes/write-form.tsx'

/** Starts the plan that the page shows. */
export const StartPlanForm = ({ project, plan }: { project: string; plan: NewRunPlan }) => (
  <WriteForm
    label="Start this plan"
    submit="Start plan"
    send={(client) => client.runRequests.startPlan.mutate({ project, ...plan })}
    next={({ id }) => runPlanPath(project, id)}
  />
)
