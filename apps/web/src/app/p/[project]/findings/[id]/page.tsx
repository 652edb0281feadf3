import type { FindingChange } from '@assay/domain/findings/finding'
import { findingTitle } from '@assay/domain/findings/finding-words'
import type { Metadata } from 'next'
import { cache } from 'react'
import { findingNeighbors } from '../../../../../features/findings/finding-neighbors.ts'
import { FindingScreen } from '../../../../../features/findings/finding-screen.tsx'
import type { ChangedResults } from '../../../../../features/findings/finding-why.tsx'
import { groupFindings, readGroup } from '../../../../../features/findings/group-findings.ts'
import { FIRST_LISTED } from '../../../../../features/findings/inbox-screen.tsx'
import { readFindingFilters } from '../../../../../features/findings/read-filters.ts'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { readSearchParams, type SearchParams } from '../../../../../search-params.ts'
import { api, getProjectKey, orNotFound } from '../../../../../trpc/server-caller.ts'

/** The API accepts at most this many runs in a request. */
const MAX_RUNS = 100

type Props = { params: Promise<{ project: string; id: string }>; searchParams: SearchParams }

const getFinding = cache(async (project: string, id: string) => orNotFound((await api()).findings.get({ project, id })))

/** The results of the largest change of both versions. */
async function readChangedResults(project: string, change: FindingChange | undefined): Promise<ChangedResults | null> {
  if (change === undefined || change.runIds.length === 0 || change.baseRunIds.length === 0) return null
  const { test, clients } = change
  const { comparisons } = await api()
  const [own, base] = await Promise.all(
    [change.runIds, change.baseRunIds].map((runIds) =>
      comparisons.cell({ project, runIds: runIds.slice(0, MAX_RUNS), test, ...(clients === '' ? {} : { clients }) }),
    ),
  )
  return { own: own ?? [], base: base ?? [] }
}

export async function generateMetadata({ params }: Pick<Props, 'params'>): Promise<Metadata> {
  const { project, id } = await params
  return { title: findingTitle(await getFinding(project, id)) }
}

export default async function FindingPage({ params, searchParams }: Props) {
  const { project: given, id } = await params
  const project = await getProjectKey(given)
  const query = await readSearchParams(searchParams)
  const { findings, knownBugs, projects } = await api()
  const [finding, bugs, mayWrite, listed] = await Promise.all([
    getFinding(project, id),
    knownBugs.list({ project }),
    projects.mayWrite({ project }),
    findings.list({ project, filters: readFindingFilters(query), limit: FIRST_LISTED }),
  ])
  const results = await readChangedResults(project, finding.changes[0])
  const ids = groupFindings(listed.rows, readGroup(query.get('group'))).flatMap(({ findings: own }) =>
    own.map((one) => one.id),
  )
  return (
    <PageFrame>
      <FindingScreen
        project={project}
        finding={finding}
        results={results}
        bugs={bugs}
        mayWrite={mayWrite}
        query={query.toString()}
        neighbors={findingNeighbors(ids, { project, id, query: query.toString() })}
      />
    </PageFrame>
  )
}
