import { projectKey } from '@assay/domain/projects/project-key'
import type { Metadata } from 'next'
import { ReportsScreen } from '../../../../features/reports/reports-screen.tsx'
import { whenAllowed } from '../../../../features/reports/when-allowed.ts'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { feedPath } from '../../../../paths.ts'
import { api, getProject } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organization } = await getProject((await params).project)
  return { title: 'Reports', alternates: { types: { 'application/atom+xml': feedPath(organization.slug) } } }
}

export default async function ReportsPage({ params }: Props) {
  const found = await getProject((await params).project)
  const project = projectKey(found)
  const { reports: ask, savedComparisons } = await api()
  const drafts = await whenAllowed(ask.drafts({ project }))
  const [reports, saved] = await Promise.all([drafts ?? ask.list({ project }), savedComparisons.list({ project })])
  return (
    <PageFrame>
      <ReportsScreen
        project={project}
        reports={reports}
        saved={saved}
        writes={drafts !== null}
        feed={feedPath(found.organization.slug)}
      />
    </PageFrame>
  )
}
