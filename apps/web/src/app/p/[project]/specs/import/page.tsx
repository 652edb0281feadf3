import { specName } from '@assay/domain/specs/spec'
import type { Metadata } from 'next'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { ImportSpec } from '../../../../../features/specs/import-spec.tsx'
import { SpecReadOnly } from '../../../../../features/specs/spec-read-only.tsx'
import { specsPath } from '../../../../../paths.ts'
import { api, getMayWrite, getProjectKey } from '../../../../../trpc/server-caller.ts'
import { PageHeader } from '../../../../../ui/page-header.tsx'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Import a spec' }

export default async function ImportSpecPage({ params }: Props) {
  const project = await getProjectKey((await params).project)
  const [specs, mayWrite] = await Promise.all([(await api()).specs.list({ project }), getMayWrite(project)])
  if (mayWrite !== 'yes') {
    return (
      <PageFrame>
        <SpecReadOnly project={project} />
      </PageFrame>
    )
  }
  const parents = specs.flatMap((spec) =>
    spec.kind === 'functional' ? [{ name: specName(spec), title: spec.title }] : [],
  )
  return (
    <PageFrame>
      <PageHeader
        above={<a href={specsPath(project)}>Specs</a>}
        title="Import a spec"
        summary="An exported Markdown file is imported with its revisions, comments and responses, and with its number if that is free. If its text was edited since, or for any other Markdown, only the text is imported, as a draft."
      />
      <ImportSpec project={project} parents={parents} />
    </PageFrame>
  )
}
