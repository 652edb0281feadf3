import type { Metadata } from 'next'
import { NewExperimentScreen } from '../../../../../features/experiments/new-experiment-screen.tsx'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { getProjectKey } from '../../../../../trpc/server-caller.ts'

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const metadata: Metadata = { title: 'New experiment' }

export default async function NewExperimentPage({ params, searchParams }: Props) {
  const project = await getProjectKey((await params).project)
  const given = await searchParams
  const text = (name: string) => [given[name]].flat()[0] ?? ''
  return (
    <PageFrame>
      <NewExperimentScreen
        project={project}
        fields={{
          ...{ base: text('base'), hardware: text('hardware') },
          ...{ benchmark: text('benchmark'), workload: text('workload') },
        }}
      />
    </PageFrame>
  )
}
