import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { readVersionNumber } from '../../../../../../features/reports/read-version-number.ts'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { SpecChangesScreen } from '../../../../../../features/specs/spec-changes-screen.tsx'
import { specBlockPath, specPath } from '../../../../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../../../../search-params.ts'
import { api, getProjectKey, orNotFound } from '../../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; spec: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Changes of a spec' }

export default async function SpecChangesPage({ params, searchParams }: Props) {
  const { project: given, spec } = await params
  const project = await getProjectKey(given)
  const query = await readSearchParams(searchParams)
  const from = readVersionNumber(query.get('from'))
  const to = readVersionNumber(query.get('to'))
  if (from === undefined || to === undefined) notFound()
  const { specs } = await api()
  const [page, sections] = await orNotFound(
    Promise.all([specs.get({ project, name: spec }), specs.diff({ project, name: spec, from, to })]),
  )
  const links = {
    revision: (number?: number) => specPath(project, page.name, number),
    blockHref: (block: string) => specBlockPath(project, page.name, block),
  }
  return (
    <PageFrame>
      <SpecChangesScreen links={links} name={page.name} title={page.spec.title} {...{ from, to, sections }} />
    </PageFrame>
  )
}
