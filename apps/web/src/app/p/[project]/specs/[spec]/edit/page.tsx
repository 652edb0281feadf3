import type { Metadata } from 'next'
import { whenAllowed } from '../../../../../../features/reports/when-allowed.ts'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { EditSpecScreen } from '../../../../../../features/specs/edit-spec-screen.tsx'
import { SpecReadOnly } from '../../../../../../features/specs/spec-read-only.tsx'
import { api, getEventPosition, getProjectKey, orNotFound } from '../../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; spec: string }> }

export const metadata: Metadata = { title: 'Edit a spec' }

export default async function EditSpecPage({ params }: Props) {
  const { project: given, spec } = await params
  const project = await getProjectKey(given)
  const position = await getEventPosition()
  const { specs, savedComparisons, shares } = await api()
  const page = await orNotFound(specs.get({ project, name: spec }))
  const [copies, saved, links] = await Promise.all([
    whenAllowed(specs.copies({ project, name: page.name })),
    savedComparisons.list({ project }),
    whenAllowed(shares.list({ project })),
  ])
  return (
    <PageFrame width="full">
      {copies === null || !page.rights.includes('edit') ? (
        <SpecReadOnly project={project} />
      ) : (
        <EditSpecScreen {...{ project, page, copies, saved, position }} shares={links ?? []} />
      )}
    </PageFrame>
  )
}
