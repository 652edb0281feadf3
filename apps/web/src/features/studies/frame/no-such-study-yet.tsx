import { comparePath } from '../../../paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

/** Empty state for a study that the data of the project do not allow. */
export function NoSuchStudyYet({ project, title }: { project: string; title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title="Not enough results for this study yet">
        <p>
          Upload runs that differ in the dimension that it compares, or see{' '}
          <a href={comparePath(project)}>what can be compared</a> today.
        </p>
      </EmptyState>
    </>
  )
}
