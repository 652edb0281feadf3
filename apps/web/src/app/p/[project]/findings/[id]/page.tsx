import { findingTitle } from '@assay/domain/findings/finding-words'
import type { Metadata } from 'next'
import { cache } from 'react'
import { FindingScreen } from '../../../../../features/findings/finding-screen.tsx'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { api, getProjectKey, orNotFound } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; id: string }> }

const getFinding = cache(async (project: string, id: string) => orNotFound((await api()).findings.get({ project, id })))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project, id } = await params
  return { title: findingTitle(await getFinding(project, id)) }
}

export default async function FindingPage({ params }: Props) {
  const { project: given, id } = await params
  const project = await getProjectKey(given)
  const { knownBugs, projects } = await api()
  const [finding, bugs, mayWrite] = await Promise.all([
    getFinding(project, id),
    knownBugs.list({ project }),
    projects.mayWrite({ project }),
  ])
  return (
    <PageFrame>
      <FindingScreen project={project} finding={finding} bugs={bugs} mayWrite={mayWrite} />
    </PageFrame>
  )
}
