import { TRPCError } from '@trpc/server'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { ReviewersScreen } from '../../../../../../features/specs/reviewers-screen.tsx'
import { api, getProjectKey, orNotFound } from '../../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; spec: string }> }

export const metadata: Metadata = { title: 'Reviewers of a spec' }

/** Lists reviewers for authors of the spec and maintainers; others get a 404. */
export default async function SpecReviewersPage({ params }: Props) {
  const { project: given, spec } = await params
  const project = await getProjectKey(given)
  const { reviewers } = await api()
  const page = await orNotFound(
    reviewers.list({ project, name: spec }).catch((error: unknown) => {
      if (error instanceof TRPCError && (error.code === 'FORBIDDEN' || error.code === 'UNAUTHORIZED')) notFound()
      throw error
    }),
  )
  return (
    <PageFrame>
      <ReviewersScreen project={project} page={page} />
    </PageFrame>
  )
}
