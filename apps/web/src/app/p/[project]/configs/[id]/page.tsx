import type { Metadata } from 'next'
import { cache } from 'react'
import { ConfigScreen } from '../../../../../features/configs/config-screens.tsx'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { api, orNotFound } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; id: string }> }

const getConfig = cache(async (project: string, id: string) => orNotFound((await api()).configs.get({ project, id })))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project, id } = await params
  return { title: (await getConfig(project, id)).name }
}

export default async function ConfigPage({ params }: Props) {
  const { project, id } = await params
  return (
    <PageFrame>
      <ConfigScreen project={project} config={await getConfig(project, id)} />
    </PageFrame>
  )
}
