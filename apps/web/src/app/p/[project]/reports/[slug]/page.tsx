import type { Metadata } from 'next'
import { cache } from 'react'
import { readVersionNumber } from '../../../../../features/reports/read-version-number.ts'
import { ReportScreen } from '../../../../../features/reports/report-screen.tsx'
import { whenAllowed } from '../../../../../features/reports/when-allowed.ts'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { feedPath } from '../../../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../../../search-params.ts'
import { api, getProjectKey, orNotFound } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; slug: string }>; searchParams: SearchParams }

const getVersion = cache(async (project: string, slug: string, number: number | undefined) =>
  orNotFound((await api()).reports.version({ project, slug, number })),
)

async function versionOf({ params, searchParams }: Props) {
  const { project, slug } = await params
  return getVersion(project, slug, readVersionNumber((await readSearchParams(searchParams)).get('version')))
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { content } = await versionOf(props)
  const [description = ''] = content.tldr.split('\n')
  return { title: content.title, description, alternates: { types: { 'application/atom+xml': feedPath() } } }
}

export default async function ReportPage(props: Props) {
  const project = await getProjectKey((await props.params).project)
  const version = await versionOf(props)
  const { slug, number } = version
  const { reports } = await api()
  const [versions, frozen, drafts] = await Promise.all([
    reports.versions({ project, slug }),
    reports.figures({ project, slug, number }),
    whenAllowed(reports.drafts({ project })),
  ])
  return (
    <PageFrame width="full">
      <ReportScreen project={project} version={version} versions={versions} frozen={frozen} writes={drafts !== null} />
    </PageFrame>
  )
}
