import { projectKey } from '@assay/domain/projects/project-key'
import type { Metadata } from 'next'
import { LiveUpdates } from '../../../features/live-updates/live-updates.tsx'
import { OverviewScreen } from '../../../features/overview/overview-screen.tsx'
import { PageFrame } from '../../../features/shell/page-frame.tsx'
import { api, getEventPosition, getMine, getProject } from '../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getProject((await params).project)).name }
}

export default async function ProjectHomePage({ params }: Props) {
  const project = await getProject((await params).project)
  const position = await getEventPosition()
  const { projects, findings, savedComparisons, reports, specs } = await api()
  const [home, overview, saved, written, reviewed, mine] = await Promise.all([
    projects.home({ project: projectKey(project) }),
    findings.overview({ project: projectKey(project) }),
    savedComparisons.list({ project: projectKey(project) }),
    reports.list({ project: projectKey(project) }),
    specs.list({ project: projectKey(project) }),
    getMine(projectKey(project)),
  ])
  return (
    <PageFrame>
      <OverviewScreen
        project={project}
        home={home}
        overview={overview}
        saved={saved}
        reports={written}
        specs={reviewed}
        mine={mine}
      />
      <LiveUpdates project={projectKey(project)} position={position} />
    </PageFrame>
  )
}
