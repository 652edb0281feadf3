import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { OpenedShare } from '../../../../features/share/opened-share.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { TopBar } from '../../../../features/shell/top-bar.tsx'
import { oembedPath, publishedPath, sharedPicturePath } from '../../../../paths.ts'
import { getPublished } from '../../../../server/open-share-page.ts'
import { getOrigin } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ organization: string; slug: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organization, slug } = await params
  const opened = await getPublished(organization, slug)
  if (opened.kind !== 'open') return { title: 'Published', robots: { index: false } }
  const { title, by, sharedAt } = opened.share.content
  const origin = await getOrigin()
  const address = `${origin}${publishedPath(organization, slug)}`
  const description = `Frozen comparison of ${sharedAt.slice(0, 10)} by ${by}`
  const images = [{ url: sharedPicturePath(address), width: 1200, height: 630 }]
  return {
    title,
    description,
    alternates: { canonical: address, types: { 'application/json+oembed': `${origin}${oembedPath(address)}` } },
    openGraph: { title, description, images, type: 'article', url: address },
    twitter: { card: 'summary_large_image' },
  }
}

/** A shared link that was published under a readable name. */
export default async function PublishedPage({ params }: Props) {
  const { organization, slug } = await params
  const opened = await getPublished(organization, slug)
  if (opened.kind !== 'open') notFound()
  return (
    <>
      <TopBar />
      <PageFrame>
        <OpenedShare opened={opened} page={publishedPath(organization, slug)} />
      </PageFrame>
    </>
  )
}
