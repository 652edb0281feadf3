import type { Metadata } from 'next'
import { LiveUpdates } from '../../../../features/live-updates/live-updates.tsx'
import { parseRunQuery } from '../../../../features/runs/run-query.ts'
import { RunsScreen } from '../../../../features/runs/runs-screen.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { readSearchParams, type SearchParams } from '../../../../search-params.ts'
import { api, getEventPosition, getProjectKey, orNotFound } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams }

const RUNS_PER_PAGE = 50

export const metadata: Metadata = { title: 'Runs' }

export default async function RunsPage({ params, searchParams }: Props) {
  const project = await getProjectKey((await params).project)
  const position = await getEventPosition()
  const query = parseRunQuery(await readSearchParams(searchParams))
  const { filters, sort, cursor, pick } = query
  const { runs, knownBugs } = await api()
  const [page, observed, picked, bugs] = await Promise.all([
    runs.list({ project, filters, sort, cursor, limit: RUNS_PER_PAGE }),
    runs.observed({ project, filters }),
    pick === null ? null : orNotFound(runs.get({ project, runId: pick })),
    knownBugs.list({ project }),
  ])
  return (
    <PageFrame width="full">
      <RunsScreen project={project} query={query} page={page} observed={observed} picked={picked} bugs={bugs} />
      <LiveUpdates project={project} position={position} />
    </PageFrame>
  )
}
