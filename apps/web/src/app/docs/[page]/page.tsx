import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { DOCS } from '../../../features/docs/doc-list.ts'
import { DocScreen } from '../../../features/docs/doc-screen.tsx'
import { PageFrame } from '../../../features/shell/page-frame.tsx'
import { TopBar } from '../../../features/shell/top-bar.tsx'
import { readDoc } from '../../../server/docs.ts'

type Props = { params: Promise<{ page: string }> }

const find = async ({ params }: Props) => {
  const { page } = await params
  return DOCS.find(({ name }) => name === page)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await find(props))?.title ?? 'Documentation' }
}

export default async function DocPage(props: Props) {
  const doc = await find(props)
  const text = doc === undefined ? null : await readDoc(doc.name)
  if (doc === undefined || text === null) notFound()
  return (
    <>
      <TopBar />
      <PageFrame>
        <DocScreen doc={doc} text={text} />
      </PageFrame>
    </>
  )
}
