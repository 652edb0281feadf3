import type { CellRef } from '@assay/domain/compare/tldr/tldr'
import { baseNotice } from '@assay/domain/publish/report/base-notice'
import type { Figure } from '@assay/domain/publish/report/figure-block'
import type { FrozenFigure } from '@assay/domain/publish/report/frozen-figure'
import type { Reproduction } from '@assay/domain/publish/report/reproduce-figure'
import { FigureContent } from './figure-content.tsx'
import { FigureFrame } from './figure-frame.tsx'
import { figurePath } from './figure-path.ts'

type Props = {
  /** Null for a reader who cannot open the project. */
  project: string | null
  figure: Figure
  frozen: FrozenFigure
  reproduction: Reproduction | null
  number: number
  id?: string
  cellId?: (cellRef: CellRef) => string | null
  /** Origin of the figure, when it was not frozen for this text. */
  origin?: string
}

/** A figure of a version of a report or of a revision of a spec, with the values at the time of freezing. */
export function FrozenComparison({ project, figure, frozen, reproduction, number, id, cellId, origin }: Props) {
  const { comparison, grid, tldr, title, charts } = frozen
  return (
    <FigureFrame
      number={number}
      caption={figure.caption ?? title}
      href={project === null ? null : figurePath(project, frozen)}
      reproduction={reproduction}
      notice={baseNotice(frozen)}
      id={id}
      origin={origin}
    >
      <FigureContent {...{ project, figure, comparison, grid, tldr, studyCharts: charts, number, cellId }} />
    </FigureFrame>
  )
}
