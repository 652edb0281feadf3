import { runsPath } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** What stands where two runs are needed and another number was ticked. */
export function ChoosePair({ project, ticked }: { project: string; ticked: number }) {
  return (
    <>
      <PageHeader title="Settings diff" />
      <EmptyState title={ticked === 0 ? 'No runs are ticked' : `${ticked} ticked, two are needed`}>
        <p>
          Go to <a href={runsPath(project)}>the list of runs</a>, tick exactly two, and press “Settings diff of two
          ticked runs”.
        </p>
      </EmptyState>
    </>
  )
}
