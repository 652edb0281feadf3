import type { Metadata } from 'next'
import { BuildList } from '../../../../features/builds/build-screens.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getProjectKey } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Builds' }

export default async function BuildsPage({ params }: Props) {
  const key = await getProjectKey((await params).project)
  const { builds: ask, knownBugs } = await api()
  const [builds, bugs] = await Promise.all([ask.list({ project: key }), knownBugs.list({ project: key })])
  return (
    <PageFrame>
      <BuildList project={key} builds={builds} bugs={bugs} />
    </PageFrame>
  )
}
