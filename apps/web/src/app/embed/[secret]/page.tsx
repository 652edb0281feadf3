import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { OpenedShare } from '../../../features/share/opened-share.tsx'
import { PageFrame } from '../../../features/shell/page-frame.tsx'
import { sharePath } from '../../../paths.ts'
import { getShare } from '../../../server/open-share-page.ts'

type Props = { params: Promise<{ secret: string }> }

export const metadata: Metadata = { title: 'Shared', robots: { index: false, follow: false } }

/** The shared page for embedding. A link with a password cannot be embedded, because a frame has no password form. */
export default async function EmbedPage({ params }: Props) {
  const { secret } = await params
  const opened = await getShare(secret)
  if (opened.kind !== 'open') notFound()
  return (
    <PageFrame>
      <OpenedShare opened={opened} page={sharePath(secret)} />
    </PageFrame>
  )
}
