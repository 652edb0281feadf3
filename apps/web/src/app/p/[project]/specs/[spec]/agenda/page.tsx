import type { Metadata } from 'next'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { AgendaScreen } from '../../../../../../features/specs/agenda/agenda-screen.tsx'
import { api, getProjectKey, orNotFound } from '../../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; spec: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Agenda of ${(await params).spec.toUpperCase()}` }
}

export default async function SpecAgendaPage({ params }: Props) {
  const { project: given, spec } = await params
  const project = await getProjectKey(given)
  const page = await orNotFound((await api()).specs.get({ project, name: spec }))
  return (
    <PageFrame>
      <AgendaScreen project={project} page={page} />
    </PageFrame>
  )
}
