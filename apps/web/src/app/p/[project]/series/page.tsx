import type { Metadata } from 'next'
import { CHART_PARAMETERS } from '../../../../charts/chart-parameters.ts'
import { SeriesScreen } from '../../../../features/series/series-screen.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { readSearchParams, type SearchParams } from '../../../../search-params.ts'
import { api, getProjectKey } from '../../../../trpc/server.ts'

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Series' }

export default async function SeriesPage({ params, searchParams }: Props) {
  const project = await getProjectKey((await params).project)
  const given = await readSearchParams(searchParams)
  for (const name of CHART_PARAMETERS) given.delete(name)
  const series = await (await api()).series.read({ project, query: String(given) })
  return (
    <PageFrame width="full">
      <SeriesScreen project={project} series={series} />
    </PageFrame>
  )
}
