import { PageFrame } from '../../../features/shell/page-frame.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

export default function NotFoundInProject() {
  return (
    <PageFrame>
      <PageHeader title="Page not found in this project" />
      <EmptyState title="What to do">
        <p>
          Ids in addresses never change, so part of this one may be missing. Open Data in the bar above: its lists of
          runs, machines, builds and configs can be filtered.
        </p>
      </EmptyState>
    </PageFrame>
  )
}
