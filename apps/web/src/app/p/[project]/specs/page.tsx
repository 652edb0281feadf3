import { RESPONSE_KINDS } from '@assay/domain/specs/feedback'
import type { Metadata } from 'next'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { filterSpecs, readSpecFilter } from '../../../../features/specs/filter-specs.ts'
import { SearchSpecs } from '../../../../features/specs/search-specs.tsx'
import { SpecFilters } from '../../../../features/specs/spec-filters.tsx'
import { SpecInbox } from '../../../../features/specs/spec-inbox.tsx'
import { SpecsScreen } from '../../../../features/specs/specs-screen.tsx'
import { readSearchParams, type SearchParams } from '../../../../search-params.ts'
import { api, getMayWrite, getProjectKey } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Specs' }

export default async function SpecsPage({ params, searchParams }: Props) {
  const project = await getProjectKey((await params).project)
  const query = await readSearchParams(searchParams)
  const words = (query.get('q') ?? '').trim().slice(0, 200)
  const response = RESPONSE_KINDS.find((kind) => kind === query.get('answer'))
  const { specs: ask } = await api()
  const filter = readSpecFilter(query)
  const [specs, inbox, mayWrite, hits] = await Promise.all([
    ask.list({ project }),
    ask.inbox({ project }),
    getMayWrite(project),
    words === '' ? null : ask.search({ project, words, ...(response === undefined ? {} : { response }) }),
  ])
  return (
    <PageFrame>
      <SpecsScreen
        project={project}
        specs={filterSpecs(specs, filter)}
        isFiltered={specs.length > 0}
        writes={mayWrite === 'yes'}
      >
        <SpecInbox project={project} inbox={inbox} />
        {specs.length > 0 && <SearchSpecs project={project} words={words} response={response ?? null} hits={hits} />}
        {specs.length > 0 && (
          <SpecFilters
            project={project}
            filter={filter}
            owners={[...new Set(specs.map(({ owner }) => owner.name))].sort()}
            products={[...new Set(specs.flatMap(({ products }) => products))].sort()}
          />
        )}
      </SpecsScreen>
    </PageFrame>
  )
}
