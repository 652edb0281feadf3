'use client'

import { WriteForm } from '../notes/write-form.tsx'

export const CancelRequestForm = ({ project, id }: { project: string; id: string }) => (
  <WriteForm
    label="Cancel this request"
    submit="Cancel request"
    variant="danger"
    done="Canceled."
    send={(client) => client.runRequests.cancel.mutate({ project, id })}
  />
)

export const CancelPlanForm = ({ project, id }: { project: string; id: string }) => (
  <WriteForm
    label="Cancel this plan"
    submit="Cancel plan"
    variant="danger"
    done="Canceled."
    send={(client) => client.runRequests.cancelPlan.mutate({ project, id })}
  />
)
