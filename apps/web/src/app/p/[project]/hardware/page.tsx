import type { Metadata } from 'next'
import { HardwareList } from '../../../../features/hardware/hardware-screens.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getProject } from '../../../../trpc/server.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Hardware' }

export default async function HardwarePage({ params }: Props) {
  const { slug } = await getProject((await params).project)
  const hardware = await (await api()).hardware.list({ project: slug })
  return (
    <PageFrame>
      <HardwareList project={slug} hardware={hardware} />
    </PageFrame>
  )
}
