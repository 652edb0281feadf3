import { stripsOfMachine } from '@assay/domain/findings/releases/release-strips'
import type { Metadata } from 'next'
import { cache } from 'react'
import { HardwareScreen } from '../../../../../features/hardware/hardware-screens.tsx'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { api, getProjectKey, orNotFound } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; id: string }> }

const getHardware = cache(async (project: string, id: string) =>
  orNotFound((await api()).hardware.get({ project, id })),
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project, id } = await params
  return { title: (await getHardware(project, id)).name }
}

export default async function HardwarePage({ params }: Props) {
  const { project: given, id } = await params
  const project = await getProjectKey(given)
  const hardware = await getHardware(project, id)
  const { products } = await (await api()).findings.overview({ project })
  return (
    <PageFrame>
      <HardwareScreen project={project} hardware={hardware} products={stripsOfMachine(products, hardware.name)} />
    </PageFrame>
  )
}
