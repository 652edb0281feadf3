import type { Metadata } from 'next'
import { SearchScreen } from '../../../../features/palette/search-screen.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { readSearchParams, type SearchParams } from '../../../../search-params.ts'
import { api, getProjectKey } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams }

const MAX_QUERY_CHARACTERS = 200
const SHOWN = 100

export const metadata: Metadata = { title: 'Search' }

export default async function SearchPage({ params, searchParams }: Props) {
  const project = await getProjectKey((await params).project)
  const text = ((await readSearchParams(searchParams)).get('q') ?? '').slice(0, MAX_QUERY_CHARACTERS)
  const found = text.trim() === '' ? [] : await (await api()).search.find({ project, text, limit: SHOWN })
  return (
    <PageFrame>
      <SearchScreen project={project} text={text} found={found} />
    </PageFrame>
  )
}
