import type { Metadata } from 'next'
import { cache } from 'react'
import { BuildScreen } from '../../../../../features/builds/build-screens.tsx'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { api, orNotFound } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; id: string }> }

const getBuild = cache(async (project: string, id: string) => orNotFound((await api()).builds.get({ project, id })))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project, id } = await params
  return { title: (await getBuild(project, id)).name }
}

export default async function BuildPage({ params }: Props) {
  const { project, id } = await params
  return (
    <PageFrame>
      <BuildScreen project={project} build={await getBuild(project, id)} />
    </PageFrame>
  )
}
