import type { Metadata } from 'next'
import { TargetScreen } from '../../../../../features/notifications/channel-screen.tsx'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { TopBar } from '../../../../../features/shell/top-bar.tsx'
import { ownTargetPath, ownTellingPath } from '../../../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../../../search-params.ts'
import { orRedirectToSignIn } from '../../../../../trpc/redirect-to-sign-in.ts'
import { api } from '../../../../../trpc/server.ts'

type Props = { params: Promise<{ project: string; id: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Target', robots: { index: false } }

export default async function OwnTargetPage({ params, searchParams }: Props) {
  const { project, id } = await params
  const { ownTelling } = await api()
  const target = await orRedirectToSignIn(ownTelling.get({ project, id }), ownTargetPath(project, id))
  const messageId = (await readSearchParams(searchParams)).get('message')
  const [messages, chosen] = await Promise.all([
    ownTelling.messages({ project, id }),
    messageId === null
      ? null
      : orRedirectToSignIn(ownTelling.message({ project, messageId }), ownTargetPath(project, id)),
  ])
  return (
    <>
      <TopBar />
      <PageFrame>
        <TargetScreen
          {...{ project, target, messages, chosen }}
          own
          hrefOf={(message) => `${ownTargetPath(project, id, message)}#message`}
          above={<a href={ownTellingPath()}>Being told of findings</a>}
        />
      </PageFrame>
    </>
  )
}
