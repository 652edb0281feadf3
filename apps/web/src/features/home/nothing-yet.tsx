import { EmptyState } from '../../ui/empty-state.tsx'
import { PushHelp } from './push-help.tsx'

/** A list that fills itself with the first upload. */
export function NothingYet({ project, what }: { project: string; what: string }) {
  return (
    <EmptyState title={`No ${what} yet`}>
      <p>They appear with the first upload that names them.</p>
      <PushHelp project={project} />
    </EmptyState>
  )
}
