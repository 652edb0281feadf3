import type { Metadata } from 'next'
import { ConfigList } from '../../../../features/configs/config-screens.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getProjectKey } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Configs' }

export default async function ConfigsPage({ params }: Props) {
  const key = await getProjectKey((await params).project)
  const configs = await (await api()).configs.list({ project: key })
  return (
    <PageFrame>
      <ConfigList project={key} configs={configs} />
    </PageFrame>
  )
}
