import { isPair, pairTables } from '@assay/domain/compare/pairs/pair-table'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { CHART_PARAMETERS } from '../../../../charts/chart-parameters.ts'
import { CompareScreen } from '../../../../features/compare/compare-screen.tsx'
import { PairScreen } from '../../../../features/compare/pair/pair-screen.tsx'
import { readCompanions } from '../../../../features/compare/read-companions.ts'
import { CELL_PARAMETER, parseCellRef } from '../../../../features/compare/surface/cell-parameter.ts'
import { CHART_PARAMETER } from '../../../../features/compare/surface/chart-parameter.ts'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { comparePath } from '../../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../../search-params.ts'
import { api, getProjectKey } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Compare' }

export default async function ComparePage({ params, searchParams }: Props) {
  const project = await getProjectKey((await params).project)
  const given = await readSearchParams(searchParams)
  for (const name of [CHART_PARAMETER, ...CHART_PARAMETERS]) given.delete(name)
  const cell = parseCellRef(given.get(CELL_PARAMETER))
  given.delete(CELL_PARAMETER)
  const query = given.toString()
  const { comparisons } = await api()
  // The comparison that people most often ask for; without one the table of everything is shown.
  if (query === '') {
    const usual = await comparisons.pair({ project, pair: null })
    if (usual !== null) redirect(comparePath(project, usual))
  }
  const [{ comparison, problems, grid, tldr }, { observed, studies, metrics }] = await Promise.all([
    comparisons.grid({ project, query }),
    comparisons.builder({ project, query }),
  ])
  const companions = await readCompanions(project, { comparison, grid }, metrics)
  const tables = isPair(comparison) ? pairTables(grid, companions) : null
  const shown = { project, comparison, problems, grid, tldr, cell, observed, metrics, studies, companions }
  return (
    <PageFrame width="full">
      {tables === null ? <CompareScreen {...shown} /> : <PairScreen {...shown} tables={tables} />}
    </PageFrame>
  )
}
