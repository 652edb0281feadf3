import { toQuery } from '@assay/domain/compare/comparison-url'
import { changeComparison, metricsOfChange } from '@assay/domain/findings/change-metrics'
import { findingTitle } from '@assay/domain/findings/finding-words'
import type { Metadata } from 'next'
import { cache } from 'react'
import { findingNeighbors } from '../../../../../features/findings/finding-neighbors.ts'
import { FindingScreen } from '../../../../../features/findings/finding-screen.tsx'
import type { LargestChange } from '../../../../../features/findings/finding-why.tsx'
import { groupFindings, readGroup } from '../../../../../features/findings/group-findings.ts'
import { FIRST_LISTED } from '../../../../../features/findings/inbox-screen.tsx'
import { readFindingFilters } from '../../../../../features/findings/read-filters.ts'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { readSearchParams, type SearchParams } from '../../../../../search-params.ts'
import type { FindingDetails } from '../../../../../trpc/api-types.ts'
import { api, getProjectKey, orNotFound } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; id: string }>; searchParams: SearchParams }

const getFinding = cache(async (project: string, id: string) => orNotFound((await api()).findings.get({ project, id })))

/** The metrics of the largest change, from its comparison. */
async function readLargestChange(project: string, finding: FindingDetails): Promise<LargestChange | null> {
  const [change] = finding.changes
  if (change === undefined) return null
  const { comparisons } = await api()
  const { grid } = await comparisons.grid({ project, query: toQuery(changeComparison(finding, change)) })
  return { change, ...metricsOfChange(grid, change) }
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
  const largest = await readLargestChange(project, finding)
  const ids = groupFindings(listed.rows, readGroup(query.get('group'))).flatMap(({ findings: own }) =>
    own.map((one) => one.id),
  )
  return (
    <PageFrame>
      <FindingScreen
        project={project}
        finding={finding}
        largest={largest}
        bugs={bugs}
        mayWrite={mayWrite}
        query={query.toString()}
        neighbors={findingNeighbors(ids, { project, id, query: query.toString() })}
      />
    </PageFrame>
  )
}
