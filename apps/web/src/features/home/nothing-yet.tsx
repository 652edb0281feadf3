import { EmptyState } from '../../ui/empty-state.tsx'
import { PushHelp } from './push-help.tsx'

/** When something appears that needs more than one upload. */
const APPEARS: Readonly<Record<string, string>> = {
  runs: 'Each upload becomes one run or several.',
  findings: 'A change is found when two versions of a product were measured on one machine.',
  studies:
    'A study appears with the results that it compares, such as those of two versions or several numbers of clients.',
  trends: 'A trend appears when two versions of a product were measured with the same test.',
}

/** Empty state of a list that the first upload fills. */
export function NothingYet({ project, what }: { project: string; what: string }) {
  return (
    <EmptyState title={`No ${what} yet`}>
      <p>{APPEARS[what] ?? 'They appear with the first upload that names them.'}</p>
      <PushHelp project={project} />
    </EmptyState>
  )
}
