import type { Metadata } from 'next'
import { KnownBugList } from '../../../../features/known-bugs/known-bug-list.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getProjectKey } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Known bugs' }

export default async function KnownBugsPage({ params }: Props) {
  const key = await getProjectKey((await params).project)
  const bugs = await (await api()).knownBugs.list({ project: key })
  return (
    <PageFrame>
      <KnownBugList project={key} bugs={bugs} />
    </PageFrame>
  )
}
