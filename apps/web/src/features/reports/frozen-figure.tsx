import type { Figure } from '@assay/domain/publish/report/figure-block'
import type { FrozenReportFigure } from '../../trpc/api-types.ts'
import { FrozenComparison } from './frozen-comparison.tsx'

type Props = { project: string; figure: Figure; frozen: FrozenReportFigure; number: number }

/** A figure of a version, with the values at the time of publication. */
export function FrozenFigure({ project, figure, frozen, number }: Props) {
  // Other texts refer to this id: /p/demo/reports/a-report?version=2#figure-1.
  return (
    <FrozenComparison
      project={project}
      figure={figure}
      frozen={frozen.figure}
      reproduction={frozen.reproduction}
      number={number}
      id={`figure-${number}`}
    />
  )
}
