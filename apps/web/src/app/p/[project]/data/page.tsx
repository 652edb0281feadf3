import { projectKey } from '@assay/domain/projects/project-key'
import type { Metadata } from 'next'
import { DataScreen } from '../../../../features/home/data-screen.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getMayWrite, getProject } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Data of ${(await getProject((await params).project)).name}` }
}

export default async function DataPage({ params }: Props) {
  const project = await getProject((await params).project)
  const caller = await api()
  const mayWrite = (await getMayWrite(projectKey(project))) === 'yes'
  const [home, profile] = await Promise.all([
    caller.projects.home({ project: projectKey(project) }),
    mayWrite ? caller.importProfile.find({ project: projectKey(project) }) : undefined,
  ])
  return (
    <PageFrame>
      <DataScreen project={project} home={home} profile={profile} />
    </PageFrame>
  )
}
