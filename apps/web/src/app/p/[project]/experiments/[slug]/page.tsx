import type { Metadata } from 'next'
import { cache } from 'react'
import { ExperimentScreen } from '../../../../../features/experiments/experiment-screen.tsx'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { api, getProjectKey, orNotFound } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; slug: string }> }

const getExperiment = cache(async (project: string, slug: string) =>
  orNotFound((await api()).experiments.get({ project, slug })),
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project, slug } = await params
  return { title: (await getExperiment(await getProjectKey(project), slug)).experiment.title }
}

export default async function ExperimentPage({ params }: Props) {
  const { project: given, slug } = await params
  const project = await getProjectKey(given)
  return (
    <PageFrame>
      <ExperimentScreen project={project} evaluated={await getExperiment(project, slug)} />
    </PageFrame>
  )
}
