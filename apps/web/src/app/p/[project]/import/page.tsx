import type { Metadata } from 'next'
import { ImportPage } from '../../../../features/import/import-page.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getMayWrite, getProject } from '../../../../trpc/server.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Import' }

export default async function Import({ params }: Props) {
  const { slug, name } = await getProject((await params).project)
  const mayWrite = await getMayWrite(slug)
  const stored = mayWrite === 'yes' ? await (await api()).importProfile.find({ project: slug }) : null
  return (
    <PageFrame>
      <ImportPage project={slug} name={name} mayWrite={mayWrite} profile={stored?.yaml ?? null} />
    </PageFrame>
  )
}
