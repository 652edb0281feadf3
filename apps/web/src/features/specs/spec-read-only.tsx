import { specsPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function SpecReadOnly({ project }: { project: string }) {
  return (
    <>
      <PageHeader above={<a href={specsPath(project)}>Specs</a>} title="Only authors can open this page" />
      <p>Authors of this project write specs. Sign in as an author, or ask one.</p>
    </>
  )
}
