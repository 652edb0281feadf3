import type { Metadata } from 'next'
import { HomeScreen } from '../../../features/home/home-screen.tsx'
import { PageFrame } from '../../../features/shell/page-frame.tsx'
import { api, getMine, getProject } from '../../../trpc/server.ts'
import { services } from '../../../trpc/services.ts'

type Props = { params: Promise<{ project: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getProject((await params).project)).name }
}

export default async function ProjectHomePage({ params }: Props) {
  const project = await getProject((await params).project)
  const { projects, savedComparisons, reports, specs } = await api()
  const [home, saved, written, reviewed, { publicUrl }, mine] = await Promise.all([
    projects.home({ project: project.slug }),
    savedComparisons.list({ project: project.slug }),
    reports.list({ project: project.slug }),
    specs.list({ project: project.slug }),
    services(),
    getMine(project.slug),
  ])
  return (
    <PageFrame>
      <HomeScreen
        project={project}
        home={home}
        saved={saved}
        reports={written}
        specs={reviewed}
        mine={mine}
        serverUrl={publicUrl}
      />
    </PageFrame>
  )
}
