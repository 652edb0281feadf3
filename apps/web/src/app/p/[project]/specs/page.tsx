import type { Metadata } from 'next'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { SpecsScreen } from '../../../../features/specs/specs-screen.tsx'
import { api, getMayWrite, getProject } from '../../../../trpc/server.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Specs' }

export default async function SpecsPage({ params }: Props) {
  const { slug: project } = await getProject((await params).project)
  const [specs, mayWrite] = await Promise.all([(await api()).specs.list({ project }), getMayWrite(project)])
  return (
    <PageFrame>
      <SpecsScreen project={project} specs={specs} writes={mayWrite === 'yes'} />
    </PageFrame>
  )
}
