import type { Metadata } from 'next'
import { ReportsScreen } from '../../../../features/reports/reports-screen.tsx'
import { whenAllowed } from '../../../../features/reports/when-allowed.ts'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getProject } from '../../../../trpc/server.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Reports' }

export default async function ReportsPage({ params }: Props) {
  const { slug: project } = await getProject((await params).project)
  const { reports: ask } = await api()
  const drafts = await whenAllowed(ask.drafts({ project }))
  const reports = drafts ?? (await ask.list({ project }))
  return (
    <PageFrame>
      <ReportsScreen project={project} reports={reports} writes={drafts !== null} />
    </PageFrame>
  )
}
