import type { Metadata } from 'next'
import { NewShare } from '../../../../../features/share/new-share.tsx'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { sharesPath } from '../../../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../../../search-params.ts'
import { api, getOrigin, getProject } from '../../../../../trpc/server.ts'
import { Notice } from '../../../../../ui/notice.tsx'
import { PageHeader } from '../../../../../ui/page-header.tsx'

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Share' }

export default async function NewSharePage({ params, searchParams }: Props) {
  const project = await getProject((await params).project)
  const given = await readSearchParams(searchParams)
  const { projects } = await api()
  const mayWrite = await projects.mayWrite({ project: project.slug })
  const report = given.get('report')
  const what =
    report === null
      ? { kind: 'comparison' as const, query: given.get('query') ?? '', study: given.get('study'), own: ownOf(given) }
      : { kind: 'report' as const, slug: report, version: Number(given.get('version') ?? 1) }
  return (
    <PageFrame>
      <PageHeader
        above={<a href={sharesPath(project.slug)}>Shared</a>}
        title="Share"
        summary="What you share stays as it is now, whatever happens to its runs. Whoever has the link can see it, without an account."
      />
      {mayWrite ? (
        <NewShare
          project={project.slug}
          organization={project.organization.slug}
          origin={await getOrigin()}
          what={what}
          title={given.get('title') ?? ''}
        />
      ) : (
        <Notice title="Sign in to share.">Authors of this project make links.</Notice>
      )}
    </PageFrame>
  )
}

/** The parameters of a study page, in one of ours. */
const ownOf = (given: URLSearchParams): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(given.get('own') ?? ''))
