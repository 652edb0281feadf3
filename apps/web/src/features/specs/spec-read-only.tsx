import { specsPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function SpecReadOnly({ project }: { project: string }) {
  return (
    <>
      <PageHeader above={<a href={specsPath(project)}>Specs</a>} title="This is for its authors" />
      <p>Specs are written by their authors, who can write in this project. Sign in as one of them, or ask them.</p>
    </>
  )
}
