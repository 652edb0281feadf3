import type { Metadata } from 'next'
import { EnginesScreen } from '../../../../../features/runners/engines-screen.tsx'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { api, getMayWrite, getProjectKey } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Engines' }

export default async function RunEnginesPage({ params }: Props) {
  const project = await getProjectKey((await params).project)
  const { runEngines } = await api()
  // Addresses and answers of engines are shown to people who may change them.
  const engines = (await getMayWrite(project)) === 'yes' ? await runEngines.list({ project }) : []
  return (
    <PageFrame>
      <EnginesScreen project={project} engines={engines} />
    </PageFrame>
  )
}
