import type { Metadata } from 'next'
import { LiveUpdates } from '../../../../features/live-updates/live-updates.tsx'
import { RunnersScreen } from '../../../../features/runners/runners-screen.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getEventPosition, getMayWrite, getProjectKey } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Runners' }

const OPEN = ['waiting', 'leased'] as const
const ENDED = ['finished', 'abandoned', 'canceled'] as const

export default async function RunnersPage({ params }: Props) {
  const project = await getProjectKey((await params).project)
  const position = await getEventPosition()
  const { runRequests } = await api()
  const [runners, open, ended, plans] = await Promise.all([
    runRequests.runners({ project }),
    runRequests.list({ project, states: [...OPEN], limit: 500 }),
    runRequests.list({ project, states: [...ENDED], limit: 100 }),
    runRequests.plans({ project }),
  ])
  return (
    <PageFrame>
      <RunnersScreen
        project={project}
        runners={runners}
        requests={[...open.requests, ...ended.requests]}
        plans={plans}
        now={Date.now()}
        mayWrite={await getMayWrite(project)}
      />
      <LiveUpdates project={project} position={position} />
    </PageFrame>
  )
}
