import type { Metadata } from 'next'
import { cache } from 'react'
import { ExperimentScreen } from '../../../../../features/experiments/experiment-screen.tsx'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { readSearchParams, type SearchParams } from '../../../../../search-params.ts'
import { api, getProjectKey, orNotFound } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; slug: string }>; searchParams: SearchParams }

const getExperiment = cache(async (project: string, slug: string) =>
  orNotFound((await api()).experiments.get({ project, slug })),
)

export async function generateMetadata({ params }: Pick<Props, 'params'>): Promise<Metadata> {
  const { project, slug } = await params
  return { title: (await getExperiment(await getProjectKey(project), slug)).experiment.title }
}

export default async function ExperimentPage({ params, searchParams }: Props) {
  const { project: given, slug } = await params
  const project = await getProjectKey(given)
  const change = Number((await readSearchParams(searchParams)).get('change') ?? Number.NaN)
  return (
    <PageFrame>
      <ExperimentScreen
        project={project}
        evaluated={await getExperiment(project, slug)}
        shownChange={Number.isNaN(change) ? null : change}
      />
    </PageFrame>
  )
}
