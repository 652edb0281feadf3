import type { Metadata } from 'next'
import { RemoveScreen } from '../../../../../../features/run/remove/remove-screen.tsx'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { removeRunPath } from '../../../../../../paths.ts'
import { orRedirectToSignIn } from '../../../../../../server/redirect-to-sign-in.ts'
import { api, orNotFound } from '../../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; runId: string }> }

export const metadata: Metadata = { title: 'Delete a run', robots: { index: false } }

/** Confirmation page for deleting a run: it lists the data that refer to the run. */
export default async function RemoveRunPage({ params }: Props) {
  const { project, runId } = await params
  const { runs } = await api()
  const references = await orRedirectToSignIn(runs.references({ project, runId }), removeRunPath(project, runId))
  const run = await orNotFound(runs.get({ project, runId }))
  return (
    <PageFrame>
      <RemoveScreen project={project} run={run} references={references} />
    </PageFrame>
  )
}
