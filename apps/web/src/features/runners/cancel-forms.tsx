'use client'

import type { Client } from '../../trpc/client.ts'
import { WriteForm } from '../notes/write-form.tsx'

type Target = { project: string; id: string }

export const CancelRequestForm = (target: Target) => (
  <CancelForm noun="request" send={(client) => client.runRequests.cancel.mutate(target)} />
)

export const CancelPlanForm = (target: Target) => (
  <CancelForm noun="plan" send={(client) => client.runRequests.cancelPlan.mutate(target)} />
)

const CancelForm = ({ noun, send }: { noun: string; send: (client: Client) => Promise<unknown> }) => (
  <WriteForm label={`Cancel this ${noun}`} submit={`Cancel ${noun}`} variant="danger" done="Canceled." send={send} />
)
