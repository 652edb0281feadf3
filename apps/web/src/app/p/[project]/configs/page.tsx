import type { Metadata } from 'next'
import { ConfigList } from '../../../../features/configs/config-screens.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getProject } from '../../../../trpc/server.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Configs' }

export default async function ConfigsPage({ params }: Props) {
  const { slug } = await getProject((await params).project)
  const configs = await (await api()).configs.list({ project: slug })
  return (
    <PageFrame>
      <ConfigList project={slug} configs={configs} />
    </PageFrame>
  )
}
