import type { Metadata } from 'next'
import { ChooseStudy } from '../../../../features/compare/choose-study.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getProjectKey } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Studies' }

export default async function StudiesPage({ params }: Props) {
  const project = await getProjectKey((await params).project)
  const { studies } = await (await api()).comparisons.builder({ project, query: '' })
  return (
    <PageFrame>
      <ChooseStudy project={project} studies={studies} />
    </PageFrame>
  )
}
