import type { Metadata } from 'next'
import { ExperimentList } from '../../../../features/experiments/experiment-list.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getProjectKey } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

/** The newest experiments, whose scores are listed. */
const EVALUATED = 10

export const metadata: Metadata = { title: 'Experiments' }

export default async function ExperimentsPage({ params }: Props) {
  const project = await getProjectKey((await params).project)
  const { experiments: procedures } = await api()
  const experiments = await procedures.list({ project })
  const evaluated = await Promise.all(
    experiments.slice(0, EVALUATED).map(({ slug }) => procedures.get({ project, slug })),
  )
  return (
    <PageFrame>
      <ExperimentList project={project} experiments={experiments} evaluated={evaluated} />
    </PageFrame>
  )
}
