import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { OpenedShare } from '../../../features/share/opened-share.tsx'
import { PasswordScreen } from '../../../features/share/password-screen.tsx'
import { PageFrame } from '../../../features/shell/page-frame.tsx'
import { TopBar } from '../../../features/shell/top-bar.tsx'
import { embedPath, sharedPicturePath, sharePath } from '../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../search-params.ts'
import { getShare } from '../../../server/open-share-page.ts'
import { getOrigin } from '../../../trpc/server-caller.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

type Props = { params: Promise<{ secret: string }>; searchParams: SearchParams }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { secret } = await params
  const opened = await getShare(secret)
  const robots = { index: false, follow: false }
  if (opened.kind !== 'open') return { title: 'Shared', robots }
  const { title, by, sharedAt } = opened.share.content
  const origin = await getOrigin()
  const description = `Frozen comparison of ${sharedAt.slice(0, 10)} by ${by}`
  const images = [{ url: `${origin}${sharedPicturePath(sharePath(secret))}`, width: 1200, height: 630 }]
  return {
    title,
    description,
    robots,
    openGraph: { title, description, images, type: 'article' },
    twitter: { card: 'summary_large_image' },
    alternates: {
      types: { 'application/json+oembed': `${origin}/oembed?url=${encodeURIComponent(origin + sharePath(secret))}` },
    },
    other: { 'assay:embed': `${origin}${embedPath(secret)}` },
  }
}

export default async function SharePage({ params, searchParams }: Props) {
  const { secret } = await params
  const opened = await getShare(secret)
  if (opened.kind === 'nothing' && opened.why === null) notFound()
  return (
    <>
      <TopBar />
      <PageFrame>
        {opened.kind === 'nothing' && (
          <>
            <PageHeader title="This link is closed" summary={opened.why ?? ''} />
            <Notice>
              You created this link; other visitors get a page that says that nothing exists at this address.
            </Notice>
          </>
        )}
        {opened.kind === 'password' && (
          <PasswordScreen secret={secret} wasWrong={(await readSearchParams(searchParams)).has('wrong')} />
        )}
        {opened.kind === 'open' && <OpenedShare opened={opened} page={sharePath(secret)} />}
      </PageFrame>
    </>
  )
}
