import type { Metadata } from 'next'
import { ChannelScreen } from '../../../../../../features/notifications/channel-screen.tsx'
import { channelPath, notificationsPath } from '../../../../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../../../../search-params.ts'
import { orRedirectToSignIn } from '../../../../../../server/redirect-to-sign-in.ts'
import { api } from '../../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; id: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Target', robots: { index: false } }

export default async function TargetPage({ params, searchParams }: Props) {
  const { project, id } = await params
  const { notifications } = await api()
  const channel = await orRedirectToSignIn(notifications.get({ project, id }), channelPath(project, id))
  const messageId = (await readSearchParams(searchParams)).get('message')
  const [messages, chosen] = await Promise.all([
    notifications.messages({ project, id }),
    messageId === null
      ? null
      : orRedirectToSignIn(notifications.message({ project, messageId }), channelPath(project, id)),
  ])
  return (
    <ChannelScreen
      {...{ project, channel, messages, chosen }}
      own={false}
      hrefOf={(message) => `${channelPath(project, id, message)}#message`}
      above={<a href={notificationsPath(project)}>Notifications</a>}
    />
  )
}
