import { projectKey } from '@assay/domain/projects/project-key'
import type { Metadata } from 'next'
import { ImportPage } from '../../../../features/import/import-page.tsx'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { api, getMayWrite, getProject } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Import' }

export default async function Import({ params }: Props) {
  const project = await getProject((await params).project)
  const key = projectKey(project)
  const mayWrite = await getMayWrite(key)
  const caller = mayWrite === 'yes' ? await api() : null
  const [stored, machines] = await Promise.all([
    caller?.importProfile.find({ project: key }),
    caller?.hardware.list({ project: key }),
  ])
  return (
    <PageFrame>
      <ImportPage
        project={key}
        name={project.name}
        mayWrite={mayWrite}
        profile={stored?.yaml ?? null}
        machines={machines?.map((machine) => machine.name) ?? []}
      />
    </PageFrame>
  )
}
