import type { Metadata } from 'next'
import { DataScreen } from '../../../../features/home/data-screen.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getProject } from '../../../../trpc/server.ts'

type Props = { params: Promise<{ project: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Data of ${(await getProject((await params).project)).name}` }
}

export default async function DataPage({ params }: Props) {
  const project = await getProject((await params).project)
  const home = await (await api()).projects.home({ project: project.slug })
  return (
    <PageFrame>
      <DataScreen project={project} home={home} />
    </PageFrame>
  )
}
