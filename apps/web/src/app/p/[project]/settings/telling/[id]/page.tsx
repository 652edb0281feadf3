import type { Metadata } from 'next'
import { TargetScreen } from '../../../../../../features/notifications/channel-screen.tsx'
import { targetPath, tellingPath } from '../../../../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../../../../search-params.ts'
import { orRedirectToSignIn } from '../../../../../../trpc/redirect-to-sign-in.ts'
import { api } from '../../../../../../trpc/server.ts'

type Props = { params: Promise<{ project: string; id: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Target', robots: { index: false } }

export default async function TargetPage({ params, searchParams }: Props) {
  const { project, id } = await params
  const { telling } = await api()
  const target = await orRedirectToSignIn(telling.get({ project, id }), targetPath(project, id))
  const messageId = (await readSearchParams(searchParams)).get('message')
  const [messages, chosen] = await Promise.all([
    telling.messages({ project, id }),
    messageId === null ? null : orRedirectToSignIn(telling.message({ project, messageId }), targetPath(project, id)),
  ])
  return (
    <TargetScreen
      {...{ project, target, messages, chosen }}
      own={false}
      hrefOf={(message) => `${targetPath(project, id, message)}#message`}
      above={<a href={tellingPath(project)}>Telling</a>}
    />
  )
}
