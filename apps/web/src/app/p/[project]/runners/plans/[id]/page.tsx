import type { Metadata } from 'next'
import { PlanScreen } from '../../../../../../features/runners/plan-screen.tsx'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { api, getMayWrite, getProjectKey, orNotFound } from '../../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; id: string }> }

export const metadata: Metadata = { title: 'Plan' }

export default async function RunPlanPage({ params }: Props) {
  const { id, ...named } = await params
  const project = await getProjectKey(named.project)
  const { runRequests } = await api()
  const plan = await orNotFound(runRequests.plan({ project, id }))
  const { requests } = await runRequests.list({ project, planId: id, limit: 500 })
  const mayWrite = (await getMayWrite(project)) === 'yes'
  return (
    <PageFrame>
      <PlanScreen project={project} plan={plan} requests={requests} mayWrite={mayWrite} />
    </PageFrame>
  )
}
