import type { Metadata } from 'next'
import { ChannelScreen } from '../../../../../features/notifications/channel-screen.tsx'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { TopBar } from '../../../../../features/shell/top-bar.tsx'
import { ownChannelPath, ownNotificationsPath } from '../../../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../../../search-params.ts'
import { orRedirectToSignIn } from '../../../../../server/redirect-to-sign-in.ts'
import { api } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; id: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Target', robots: { index: false } }

export default async function OwnTargetPage({ params, searchParams }: Props) {
  const { project, id } = await params
  const { ownNotifications } = await api()
  const channel = await orRedirectToSignIn(ownNotifications.get({ project, id }), ownChannelPath(project, id))
  const messageId = (await readSearchParams(searchParams)).get('message')
  const [messages, chosen] = await Promise.all([
    ownNotifications.messages({ project, id }),
    messageId === null
      ? null
      : orRedirectToSignIn(ownNotifications.message({ project, messageId }), ownChannelPath(project, id)),
  ])
  return (
    <>
      <TopBar />
      <PageFrame>
        <ChannelScreen
          {...{ project, channel, messages, chosen }}
          own
          hrefOf={(message) => `${ownChannelPath(project, id, message)}#message`}
          above={<a href={ownNotificationsPath()}>Finding notifications</a>}
        />
      </PageFrame>
    </>
  )
}
