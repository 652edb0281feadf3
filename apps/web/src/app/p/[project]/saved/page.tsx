import type { Metadata } from 'next'
import { SavedList } from '../../../../features/saved/saved-list.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getProjectKey } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Saved comparisons' }

export default async function SavedPage({ params }: Props) {
  const key = await getProjectKey((await params).project)
  const saved = await (await api()).savedComparisons.list({ project: key })
  return (
    <PageFrame>
      <SavedList project={key} saved={saved} />
    </PageFrame>
  )
}
