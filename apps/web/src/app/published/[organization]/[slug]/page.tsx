import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ShareScreen } from '../../../../features/share/share-screen.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { TopBar } from '../../../../features/shell/top-bar.tsx'
import { getPublished, getReproduction } from '../../../../trpc/shares.ts'

type Props = { params: Promise<{ organization: string; slug: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organization, slug } = await params
  const opened = await getPublished(organization, slug)
  return { title: opened.kind === 'open' ? opened.share.content.title : 'Published' }
}

/** What was published on purpose, under a name that people can read. */
export default async function PublishedPage({ params }: Props) {
  const { organization, slug } = await params
  const opened = await getPublished(organization, slug)
  if (opened.kind !== 'open') notFound()
  return (
    <>
      <TopBar />
      <PageFrame>
        <ShareScreen
          content={opened.share.content}
          sha256={opened.share.sha256}
          reproduction={await getReproduction(opened)}
          secret={null}
        />
      </PageFrame>
    </>
  )
}
