import type { Metadata } from 'next'
import { SavedList } from '../../../../features/saved/saved-list.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getProject } from '../../../../trpc/server.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Saved comparisons' }

export default async function SavedPage({ params }: Props) {
  const { slug } = await getProject((await params).project)
  const saved = await (await api()).savedComparisons.list({ project: slug })
  return (
    <PageFrame>
      <SavedList project={slug} saved={saved} />
    </PageFrame>
  )
}
