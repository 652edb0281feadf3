import type { Metadata } from 'next'
import { readGroup } from '../../../../features/findings/group-findings.ts'
import {
  FIRST_LISTED,
  InboxScreen,
  MAX_LISTED_FINDINGS,
  SPARKLINES,
} from '../../../../features/findings/inbox-screen.tsx'
import { readFindingFilters } from '../../../../features/findings/read-filters.ts'
import { LiveUpdates } from '../../../../features/live-updates/live-updates.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { findingsFeedPath } from '../../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../../search-params.ts'
import { api, getEventPosition, getProjectKey } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams }

export async function generateMetadata({ params }: Pick<Props, 'params'>): Promise<Metadata> {
  const feed = findingsFeedPath((await params).project)
  return { title: 'Findings', alternates: { types: { 'application/atom+xml': feed } } }
}

export default async function FindingsPage({ params, searchParams }: Props) {
  const project = await getProjectKey((await params).project)
  const position = await getEventPosition()
  const query = await readSearchParams(searchParams)
  const filters = readFindingFilters(query)
  const limit = query.get('limit') === String(MAX_LISTED_FINDINGS) ? MAX_LISTED_FINDINGS : FIRST_LISTED
  const { findings, projects } = await api()
  const [{ rows, counts }, mayWrite] = await Promise.all([
    findings.list({ project, filters, limit, histories: SPARKLINES }),
    projects.mayWrite({ project }),
  ])
  const isEmpty = rows.length === 0 && (await findings.overview({ project })).products.length === 0
  return (
    <PageFrame>
      <InboxScreen
        project={project}
        filters={filters}
        findings={rows}
        counts={counts}
        limit={limit}
        group={readGroup(query.get('group'))}
        mayWrite={mayWrite}
        query={query.toString()}
        isEmpty={isEmpty}
      />
      <LiveUpdates project={project} position={position} />
    </PageFrame>
  )
}
