import { readSeriesQuery } from '@assay/domain/findings/series/series-query'
import type { Metadata } from 'next'
import { CHART_PARAMETERS } from '../../../../charts/chart-parameters.ts'
import { MatrixScreen, PANELS_VIEW, VIEW_PARAMETER } from '../../../../features/series/matrix-screen.tsx'
import { SeriesScreen } from '../../../../features/series/series-screen.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { readSearchParams, type SearchParams } from '../../../../search-params.ts'
import { api, getProjectKey } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Trends' }

export default async function SeriesPage({ params, searchParams }: Props) {
  const project = await getProjectKey((await params).project)
  const given = await readSearchParams(searchParams)
  for (const name of CHART_PARAMETERS) given.delete(name)
  const isMatrix = given.get(VIEW_PARAMETER) === PANELS_VIEW
  given.delete(VIEW_PARAMETER)
  const { series } = await api()
  const query = String(given)
  return (
    <PageFrame width="full">
      {!isMatrix && hasOneTest(query) ? (
        <SeriesScreen project={project} series={await series.read({ project, query })} />
      ) : (
        <MatrixScreen
          project={project}
          read={await series.matrix({ project, query })}
          chosenTests={readSeriesQuery(query).query.filters.test ?? []}
        />
      )}
    </PageFrame>
  )
}

/** True for a query that names one test, a run, or an axis other than versions; others show the trends of many tests. */
function hasOneTest(given: string): boolean {
  const { filters, run, order, color } = readSeriesQuery(given).query
  return filters.test?.length === 1 || run !== null || order !== 'version' || color === 'test'
}
