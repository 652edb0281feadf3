import type { Metadata } from 'next'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { SealReport } from '../../../../../../features/specs/seal/seal-report.tsx'
import { specExportPath, specPath, VERIFY_SPEC_PATH } from '../../../../../../paths.ts'
import { api, getProjectKey, orNotFound } from '../../../../../../trpc/server-caller.ts'
import { PageHeader } from '../../../../../../ui/page-header.tsx'

type Props = { params: Promise<{ project: string; spec: string }> }

export const metadata: Metadata = { title: 'Seal' }

/** Compares a resolved spec with its seal, and lists the actions that were recorded after it. */
export default async function SealPage({ params }: Props) {
  const { project: given, spec } = await params
  const project = await getProjectKey(given)
  const { specs } = await api()
  const report = await orNotFound(specs.verify({ project, name: spec }))
  const { spec: current } = await orNotFound(specs.get({ project, name: spec }))
  return (
    <PageFrame>
      <PageHeader
        above={<a href={specPath(project, report.name)}>{`${report.name} ${report.title}`}</a>}
        title="Seal"
        summary="A resolved spec is stored once as a whole. Every later action is recorded, and anything else that differs is listed here."
      />
      <SealReport report={report} />
      {report.seal !== null && (
        <p>
          <a href={specExportPath(project, report.name, 'markdown', current.revision)}>Download the spec</a> and{' '}
          <a href={VERIFY_SPEC_PATH}>verify the file</a> without this server, or with{' '}
          <code>{`assay spec verify ${report.name}-revision-${current.revision}.md`}</code>.
        </p>
      )}
    </PageFrame>
  )
}
