import { projectKey } from '@assay/domain/projects/project-key'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ShareScreen } from '../../../../../features/share/share-screen.tsx'
import { readShareSource } from '../../../../../features/share/share-source.ts'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { readSearchParams, type SearchParams } from '../../../../../search-params.ts'
import { detailOf, readMaskingText } from '../../../../../server/open-share-page.ts'
import { api, getProject, orNotFound } from '../../../../../trpc/server-caller.ts'
import { Notice } from '../../../../../ui/notice.tsx'

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Preview', robots: { index: false } }

/** Preview of a shared link as a visitor will see it; nothing is stored. */
export default async function SharePreviewPage({ params, searchParams }: Props) {
  const project = await getProject((await params).project)
  const given = await readSearchParams(searchParams)
  const { projects, shares } = await api()
  if (!(await projects.mayWrite({ project: projectKey(project) }))) notFound()
  const masking = readMaskingText(given.get('masking'))
  const share = { title: given.get('title') || 'Comparison', what: readShareSource(given), ...masking }
  const seen = await detailOf(orNotFound(shares.preview({ project: projectKey(project), share })))
  return (
    <PageFrame>
      <Notice title="A preview. Nothing is shared yet.">
        {'detail' in seen
          ? seen.detail
          : 'This is how visitors will see the page. Links to files appear once the link is created.'}
      </Notice>
      {'value' in seen && (
        <ShareScreen content={seen.value} sha256={null} reproduction={[]} page={null} project={null} />
      )}
    </PageFrame>
  )
}
