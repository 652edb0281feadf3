import { runsPath } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** Empty state of the settings diff when the number of selected runs is not two. */
export function ChoosePair({ project, ticked }: { project: string; ticked: number }) {
  return (
    <>
      <PageHeader title="Settings diff" />
      <EmptyState title={ticked === 0 ? 'No runs selected' : `${ticked} selected, two are needed`}>
        <p>
          Go to <a href={runsPath(project)}>the list of runs</a>, select exactly two, and click “Settings diff of two
          selected runs”.
        </p>
      </EmptyState>
    </>
  )
}
