import { projectKey } from '@assay/domain/projects/project-key'
import type { Metadata } from 'next'
import { NewShare } from '../../../../../features/share/new-share.tsx'
import { readShareSource } from '../../../../../features/share/share-source.ts'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { sharesPath } from '../../../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../../../search-params.ts'
import { detailOf } from '../../../../../server/open-share-page.ts'
import { api, getMaxLinkDays, getOrigin, getProject, orNotFound } from '../../../../../trpc/server-caller.ts'
import { Notice } from '../../../../../ui/notice.tsx'
import { PageHeader } from '../../../../../ui/page-header.tsx'

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Share' }

export default async function NewSharePage({ params, searchParams }: Props) {
  const project = await getProject((await params).project)
  const given = await readSearchParams(searchParams)
  const { projects, shares } = await api()
  const mayWrite = await projects.mayWrite({ project: projectKey(project) })
  const what = readShareSource(given)
  const products = mayWrite ? await detailOf(orNotFound(shares.products({ project: projectKey(project), what }))) : null
  return (
    <PageFrame>
      <PageHeader
        above={<a href={sharesPath(projectKey(project))}>Shared</a>}
        title="Share"
        summary="A shared link is a frozen copy: it does not change with its runs. Everyone with the link can see it, without an account."
      />
      {products === null ? (
        <Notice title="Sign in to share.">Only authors of this project can create links.</Notice>
      ) : 'detail' in products ? (
        <Notice title="There is nothing to share.">{products.detail}</Notice>
      ) : (
        <NewShare
          project={projectKey(project)}
          organization={project.organization.slug}
          origin={await getOrigin()}
          what={what}
          requestedQuery={given.toString()}
          title={given.get('title') ?? ''}
          products={products.value}
          maxDays={await getMaxLinkDays(projectKey(project))}
        />
      )}
    </PageFrame>
  )
}
