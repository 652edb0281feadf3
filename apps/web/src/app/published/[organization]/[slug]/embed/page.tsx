import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { OpenedShare } from '../../../../../features/share/opened-share.tsx'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { publishedPath } from '../../../../../paths.ts'
import { getPublished } from '../../../../../server/open-share-page.ts'

type Props = { params: Promise<{ organization: string; slug: string }> }

/** Search engines index the page itself. */
export const metadata: Metadata = { title: 'Published', robots: { index: false } }

/** A published page for embedding; its owner decides which sites may embed it. */
export default async function PublishedEmbedPage({ params }: Props) {
  const { organization, slug } = await params
  const opened = await getPublished(organization, slug)
  if (opened.kind !== 'open') notFound()
  return (
    <PageFrame>
      <OpenedShare opened={opened} page={publishedPath(organization, slug)} />
    </PageFrame>
  )
}
