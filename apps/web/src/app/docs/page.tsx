import type { Metadata } from 'next'
import { DocsScreen } from '../../features/docs/docs-screen.tsx'
import { searchDocs } from '../../features/docs/search-docs.ts'
import { PageFrame } from '../../features/shell/page-frame.tsx'
import { TopBar } from '../../features/shell/top-bar.tsx'
import { readAllDocs } from '../../server/docs.ts'

export const metadata: Metadata = { title: 'Documentation' }

type Props = { searchParams: Promise<{ q?: string | string[] }> }

export default async function DocsPage({ searchParams }: Props) {
  const { q } = await searchParams
  const text = (typeof q === 'string' ? q : '').slice(0, 200)
  return (
    <>
      <TopBar />
      <PageFrame>
        <DocsScreen text={text} matches={searchDocs(await readAllDocs(), text)} />
      </PageFrame>
    </>
  )
}
