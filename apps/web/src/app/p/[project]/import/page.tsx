import type { Metadata } from 'next'
import { ImportPage } from '../../../../features/import/import-page.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { getMayWrite, getProject } from '../../../../trpc/server.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Import' }

export default async function Import({ params }: Props) {
  const { slug, name } = await getProject((await params).project)
  return (
    <PageFrame>
      <ImportPage project={slug} name={name} mayWrite={(await getMayWrite(slug)) === 'yes'} />
    </PageFrame>
  )
}
