import { projectKey } from '@assay/domain/projects/project-key'
import type { Metadata } from 'next'
import { SharesScreen } from '../../../../features/share/shares-screen.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getProject } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Shared links' }

export default async function SharesPage({ params }: Props) {
  const project = await getProject((await params).project)
  const { projects, shares } = await api()
  const mayWrite = await projects.mayWrite({ project: projectKey(project) })
  return (
    <PageFrame>
      <SharesScreen
        project={projectKey(project)}
        organization={project.organization.slug}
        published={mayWrite ? [] : await shares.published({ project: projectKey(project) })}
        shares={mayWrite ? await shares.list({ project: projectKey(project) }) : null}
      />
    </PageFrame>
  )
}
