import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ChangesScreen } from '../../../../../../features/reports/changes-screen.tsx'
import { readVersionNumber } from '../../../../../../features/reports/read-version-number.ts'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { readSearchParams, type SearchParams } from '../../../../../../search-params.ts'
import { api, getProjectKey, orNotFound } from '../../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; slug: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Changes of a report' }

export default async function ReportChangesPage({ params, searchParams }: Props) {
  const { project: given, slug } = await params
  const project = await getProjectKey(given)
  const query = await readSearchParams(searchParams)
  const from = readVersionNumber(query.get('from'))
  const to = readVersionNumber(query.get('to'))
  if (from === undefined || to === undefined) notFound()
  const { reports } = await api()
  const [a, b, diff] = await orNotFound(
    Promise.all([
      reports.version({ project, slug, number: from }),
      reports.version({ project, slug, number: to }),
      reports.diff({ project, slug, from, to }),
    ]),
  )
  return (
    <PageFrame>
      <ChangesScreen project={project} slug={slug} from={a} to={b} diff={diff} />
    </PageFrame>
  )
}
