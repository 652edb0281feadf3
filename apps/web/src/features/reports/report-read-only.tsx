import { reportEditPath, reportPath, signInPath } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** Message in place of the editor for people with read access. */
export function ReportReadOnly({ project, slug }: { project: string; slug: string }) {
  return (
    <>
      <PageHeader title="Edit a report" />
      <EmptyState title="Only authors of this project can edit reports">
        <p>
          <a href={signInPath({ next: reportEditPath(project, slug) })}>Sign in</a> as an author, or read{' '}
          <a href={reportPath(project, slug)}>the newest version</a>.
        </p>
      </EmptyState>
    </>
  )
}
