import { comparePath } from '../../../paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

/** Empty state for a study that the data of the project do not allow. */
export function NoSuchStudyYet({ project, title }: { project: string; title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title="The results of this project do not allow this study yet">
        <p>
          Upload runs that differ in what it compares, or see <a href={comparePath(project)}>what can be compared</a>{' '}
          today.
        </p>
      </EmptyState>
    </>
  )
}
