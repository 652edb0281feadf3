import type { Metadata } from 'next'
import { HardwareList } from '../../../../features/hardware/hardware-screens.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getProjectKey } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Hardware' }

export default async function HardwarePage({ params }: Props) {
  const key = await getProjectKey((await params).project)
  const { hardware: machines, findings } = await api()
  const [hardware, { products }] = await Promise.all([
    machines.list({ project: key }),
    findings.overview({ project: key }),
  ])
  return (
    <PageFrame>
      <HardwareList project={key} hardware={hardware} products={products} />
    </PageFrame>
  )
}
