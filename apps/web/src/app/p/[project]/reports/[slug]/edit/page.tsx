import type { Metadata } from 'next'
import { cache } from 'react'
import { EditScreen } from '../../../../../../features/reports/edit-screen.tsx'
import { ReportReadOnly } from '../../../../../../features/reports/report-read-only.tsx'
import { whenAllowed } from '../../../../../../features/reports/when-allowed.ts'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { api, getProjectKey, orNotFound } from '../../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; slug: string }> }

export const metadata: Metadata = { title: 'Edit a report' }

const getDraft = cache(async (project: string, slug: string) =>
  whenAllowed(orNotFound((await api()).reports.draft({ project, slug }))),
)

export default async function EditReportPage({ params }: Props) {
  const { project: given, slug } = await params
  const project = await getProjectKey(given)
  const draft = await getDraft(project, slug)
  if (draft === null) {
    return (
      <PageFrame>
        <ReportReadOnly project={project} slug={slug} />
      </PageFrame>
    )
  }
  const { reports, savedComparisons } = await api()
  const [parts, saved] = await Promise.all([
    reports.sections({ project, text: draft.content.text }),
    savedComparisons.list({ project }),
  ])
  return (
    <PageFrame width="full">
      <EditScreen project={project} draft={draft} parts={parts} saved={saved} />
    </PageFrame>
  )
}
