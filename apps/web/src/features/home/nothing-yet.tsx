import { EmptyState } from '../../ui/empty-state.tsx'
import { PushHelp } from './push-help.tsx'

/** Empty state of a list that the first upload fills. */
export function NothingYet({ project, what }: { project: string; what: string }) {
  return (
    <EmptyState title={`No ${what} yet`}>
      <p>They appear with the first upload that names them.</p>
      <PushHelp project={project} />
    </EmptyState>
  )
}
