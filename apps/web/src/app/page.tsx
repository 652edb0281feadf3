import { pathOfProject } from '@assay/domain/projects/project-key'
import { redirect } from 'next/navigation'
import { ProjectList } from '../features/home/project-list.tsx'
import { PageFrame } from '../features/shell/page-frame.tsx'
import { TopBar } from '../features/shell/top-bar.tsx'
import { api } from '../trpc/server-caller.ts'

/** Lists all projects; redirects when there is only one. */
export default async function ProjectsPage() {
  const projects = await (await api()).projects.list()
  const [only, ...others] = projects
  if (only !== undefined && others.length === 0) redirect(pathOfProject(only))
  return (
    <>
      <TopBar />
      <PageFrame>
        <ProjectList projects={projects} />
      </PageFrame>
    </>
  )
}
