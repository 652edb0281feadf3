import type { Metadata } from 'next'
import { cache } from 'react'
import { KnownBugScreen } from '../../../../../features/known-bugs/known-bug-screen.tsx'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { api, getProjectKey, orNotFound } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; slug: string }> }

const getBug = cache(async (project: string, slug: string) =>
  orNotFound((await api()).knownBugs.get({ project, slug })),
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project, slug } = await params
  const { product, bug } = await getBug(project, slug)
  return { title: `${product} ${bug}` }
}

export default async function KnownBugPage({ params }: Props) {
  const { project: given, slug } = await params
  const project = await getProjectKey(given)
  const bug = await getBug(project, slug)
  const observed = await (await api()).runs.observed({ project, filters: { product: [bug.product] } })
  return (
    <PageFrame>
      <KnownBugScreen project={project} bug={bug} observed={observed} />
    </PageFrame>
  )
}
