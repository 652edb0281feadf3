import type { Metadata } from 'next'
import { TargetsScreen } from '../../../../../features/notifications/channels-screen.tsx'
import { targetPath, tellingPath } from '../../../../../paths.ts'
import { orRedirectToSignIn } from '../../../../../trpc/redirect-to-sign-in.ts'
import { api } from '../../../../../trpc/server.ts'
import { PageHeader } from '../../../../../ui/page-header.tsx'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Telling', robots: { index: false } }

export default async function TellingPage({ params }: Props) {
  const { project } = await params
  const { targets, mail } = await orRedirectToSignIn((await api()).telling.list({ project }), tellingPath(project))
  return (
    <>
      <PageHeader title="Telling" summary="Where this project says what changed: each finding once, to each target." />
      <TargetsScreen project={project} targets={targets} mail={mail} hrefOf={({ id }) => targetPath(project, id)} />
    </>
  )
}
