import type { Metadata } from 'next'
import { whenAllowed } from '../../../../../features/reports/when-allowed.ts'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { NewSpecScreen } from '../../../../../features/specs/new-spec-screen.tsx'
import { SpecReadOnly } from '../../../../../features/specs/spec-read-only.tsx'
import { api, getMayWrite, getProjectKey } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'New spec' }

export default async function NewSpecPage({ params }: Props) {
  const project = await getProjectKey((await params).project)
  const { specs: all, savedComparisons, shares } = await api()
  const [specs, saved, links, mayWrite] = await Promise.all([
    all.list({ project }),
    savedComparisons.list({ project }),
    whenAllowed(shares.list({ project })),
    getMayWrite(project),
  ])
  return (
    <PageFrame width="full">
      {mayWrite === 'yes' ? (
        <NewSpecScreen project={project} specs={specs} saved={saved} shares={links ?? []} />
      ) : (
        <SpecReadOnly project={project} />
      )}
    </PageFrame>
  )
}
