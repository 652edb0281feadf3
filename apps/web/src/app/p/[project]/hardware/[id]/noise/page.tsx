import type { Metadata } from 'next'
import { cache } from 'react'
import { NoiseScreen } from '../../../../../../features/noise/noise-screen.tsx'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { api, orNotFound } from '../../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; id: string }> }

const getHardware = cache(async (project: string, id: string) =>
  orNotFound((await api()).hardware.get({ project, id })),
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project, id } = await params
  return { title: `Noise of ${(await getHardware(project, id)).name}` }
}

export default async function NoisePage({ params }: Props) {
  const { project, id } = await params
  const [hardware, noise] = await Promise.all([
    getHardware(project, id),
    orNotFound((await api()).noise.ofHardware({ project, id })),
  ])
  return (
    <PageFrame>
      <NoiseScreen project={project} hardware={hardware} noise={noise} />
    </PageFrame>
  )
}
