import type { Metadata } from 'next'
import { RequestScreen } from '../../../../../../features/runners/request-screen.tsx'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { api, getEventPosition, getMayWrite, getProjectKey, orNotFound } from '../../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; id: string }> }

export const metadata: Metadata = { title: 'Run request' }

export default async function RunRequestPage({ params }: Props) {
  const { id, ...named } = await params
  const project = await getProjectKey(named.project)
  const position = await getEventPosition()
  const { runRequests } = await api()
  const request = await orNotFound(runRequests.get({ project, id }))
  const last = request.attempts.at(-1)
  const log = last === undefined ? { text: '', next: 0 } : await runRequests.log({ project, attemptId: last.id })
  const mayWrite = (await getMayWrite(project)) === 'yes'
  return (
    <PageFrame>
      <RequestScreen project={project} request={request} log={log} mayWrite={mayWrite} position={position} />
    </PageFrame>
  )
}
