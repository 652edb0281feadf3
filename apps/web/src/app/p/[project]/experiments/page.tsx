import type { Metadata } from 'next'
import { ExperimentList } from '../../../../features/experiments/experiment-list.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getProjectKey } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Experiments' }

export default async function ExperimentsPage({ params }: Props) {
  const project = await getProjectKey((await params).project)
  const experiments = await (await api()).experiments.list({ project })
  return (
    <PageFrame>
      <ExperimentList project={project} experiments={experiments} />
    </PageFrame>
  )
}
