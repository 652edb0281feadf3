import type { Metadata } from 'next'
import { BuildList } from '../../../../features/builds/build-screens.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getProject } from '../../../../trpc/server.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Builds' }

export default async function BuildsPage({ params }: Props) {
  const { slug } = await getProject((await params).project)
  const { builds: ask, knownBugs } = await api()
  const [builds, bugs] = await Promise.all([ask.list({ project: slug }), knownBugs.list({ project: slug })])
  return (
    <PageFrame>
      <BuildList project={slug} builds={builds} bugs={bugs} />
    </PageFrame>
  )
}
