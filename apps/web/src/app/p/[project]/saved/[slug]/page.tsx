import type { Metadata } from 'next'
import { cache } from 'react'
import { SavedScreen } from '../../../../../features/saved/saved-screen.tsx'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { api, getProjectKey, orNotFound } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; slug: string }> }

const getSaved = cache(async (project: string, slug: string) =>
  orNotFound((await api()).savedComparisons.get({ project, slug })),
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project, slug } = await params
  return { title: (await getSaved(project, slug)).title }
}

export default async function SavedComparisonPage({ params }: Props) {
  const { project: given, slug } = await params
  const project = await getProjectKey(given)
  return (
    <PageFrame width="full">
      <SavedScreen project={project} saved={await getSaved(project, slug)} />
    </PageFrame>
  )
}
