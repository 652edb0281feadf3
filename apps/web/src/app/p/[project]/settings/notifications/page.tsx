import type { Metadata } from 'next'
import { ChannelsScreen } from '../../../../../features/notifications/channels-screen.tsx'
import { channelsTitle } from '../../../../../features/notifications/channels-title.ts'
import { channelPath, notificationsPath } from '../../../../../paths.ts'
import { orRedirectToSignIn } from '../../../../../server/redirect-to-sign-in.ts'
import { api } from '../../../../../trpc/server-caller.ts'
import { PageHeader } from '../../../../../ui/page-header.tsx'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Notifications', robots: { index: false } }

export default async function NotificationsPage({ params }: Props) {
  const { project } = await params
  const { channels, mail } = await orRedirectToSignIn(
    (await api()).notifications.list({ project }),
    notificationsPath(project),
  )
  return (
    <>
      <PageHeader
        title={channelsTitle(channels)}
        summary="Channels of this project: each gets one message for each finding."
      />
      <ChannelsScreen project={project} channels={channels} mail={mail} hrefOf={({ id }) => channelPath(project, id)} />
    </>
  )
}
