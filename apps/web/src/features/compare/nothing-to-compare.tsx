import type { Comparison } from '@assay/domain/compare/comparison'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PushHelp } from '../home/push-help.tsx'

type Props = { project: string; comparison: Comparison; hrefTo: (comparison: Comparison) => string }

/** Empty state in place of the table: the filters match no result, or the project has no results. */
export function NothingToCompare({ project, comparison, hrefTo }: Props) {
  if (Object.keys(comparison.filters).length > 0) {
    return (
      <EmptyState title="No result matches these filters">
        <p>
          The notice above counts the results that each rule leaves out. Change a filter, or{' '}
          <a href={hrefTo({ ...comparison, filters: {} })}>remove all filters</a>. The builder shows the number of
          results for each value.
        </p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="There is nothing to compare yet">
      <PushHelp project={project} />
    </EmptyState>
  )
}
