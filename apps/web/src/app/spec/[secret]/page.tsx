import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageFrame } from '../../../features/shell/page-frame.tsx'
import { TopBar } from '../../../features/shell/top-bar.tsx'
import { PublicSpec } from '../../../features/specs/public-spec.tsx'
import { linkedAttachmentPath, linkedSpecExportPath } from '../../../paths.ts'
import { getLinkedSpec } from '../../../server/open-spec-link.ts'

type Props = { params: Promise<{ secret: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const whole = await getLinkedSpec((await params).secret)
  const robots = { index: false, follow: false }
  return whole === null
    ? { title: 'Spec', robots }
    : { title: `${whole.document.name} ${whole.document.title}`, robots }
}

/** A spec with its appendix, for anybody with its public link. */
export default async function LinkedSpecPage({ params }: Props) {
  const { secret } = await params
  const whole = await getLinkedSpec(secret)
  if (whole === null) notFound()
  return (
    <>
      <TopBar />
      <PageFrame>
        <PublicSpec
          document={whole.document}
          fileHref={(format) => linkedSpecExportPath(secret, format)}
          attachmentHref={(name) => linkedAttachmentPath(secret, name)}
        />
      </PageFrame>
    </>
  )
}
