import type { Metadata } from 'next'
import { ChangeShare } from '../../../../../features/share/change-share.tsx'
import { RevokeShare } from '../../../../../features/share/revoke-share.tsx'
import { shareState } from '../../../../../features/share/share-state.ts'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { sharesPath } from '../../../../../paths.ts'
import {
  api,
  getMaxLinkDays,
  getMayWrite,
  getOrigin,
  getProject,
  orNotFound,
} from '../../../../../trpc/server-caller.ts'
import { Notice } from '../../../../../ui/notice.tsx'
import { PageHeader } from '../../../../../ui/page-header.tsx'

type Props = { params: Promise<{ project: string; id: string }> }

export const metadata: Metadata = { title: 'Change a link' }

export default async function ChangeSharePage({ params }: Props) {
  const { project: slug, id } = await params
  const project = await getProject(slug)
  const above = <a href={sharesPath(slug)}>Shared</a>
  const may = await getMayWrite(slug)
  if (may !== 'yes') {
    return (
      <PageFrame>
        <PageHeader above={above} title="Change a link" />
        <Notice title={may === 'sign-in' ? 'Sign in to change links.' : 'You cannot change links in this project.'}>
          Authors of this project create and change links.
        </Notice>
      </PageFrame>
    )
  }
  const { shares } = await api()
  const share = await orNotFound(shares.byId({ project: slug, id }))
  const name = share.name ?? share.title
  return (
    <PageFrame>
      <PageHeader
        above={above}
        title={name}
        summary={shareState(share)}
        actions={share.revokedAt === null ? <RevokeShare project={slug} id={id} title={name} /> : undefined}
      />
      {share.revokedAt === null ? (
        <ChangeShare
          project={slug}
          organization={project.organization.slug}
          origin={await getOrigin()}
          share={share}
          maxDays={await getMaxLinkDays(slug)}
        />
      ) : (
        <Notice title="This link was revoked.">Its address no longer works. Share the comparison again.</Notice>
      )}
    </PageFrame>
  )
}
