import type { Metadata } from 'next'
import { cache } from 'react'
import { HardwareScreen } from '../../../../../features/hardware/hardware-screens.tsx'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { api, orNotFound } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; id: string }> }

const getHardware = cache(async (project: string, id: string) =>
  orNotFound((await api()).hardware.get({ project, id })),
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project, id } = await params
  return { title: (await getHardware(project, id)).name }
}

export default async function HardwarePage({ params }: Props) {
  const { project, id } = await params
  return (
    <PageFrame>
      <HardwareScreen project={project} hardware={await getHardware(project, id)} />
    </PageFrame>
  )
}
