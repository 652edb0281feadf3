import type { CellRef } from '@assay/domain/compare/tldr/tldr'
import { baseNotice } from '@assay/domain/publish/report/base-notice'
import type { Figure } from '@assay/domain/publish/report/figure-block'
import type { FrozenFigure } from '@assay/domain/publish/report/frozen-figure'
import type { Reproduction } from '@assay/domain/publish/report/reproduce-figure'
import type { Html } from '../../ui/html.ts'
import { figureFrameHtml } from './figure-frame-html.ts'
import { figureHtml } from './figure-html.ts'
import { figurePath } from './figure-path.ts'

type Frozen = {
  project: string
  figure: Figure
  frozen: FrozenFigure
  reproduction: Reproduction | null
  number: number
  id?: string
  cellId?: (cellRef: CellRef) => string | null
  /** Origin of the figure, when it was not frozen for this text. */
  origin?: string
}

/** Renders a figure of a version of a report or of a revision of a spec, with the values at the time of freezing. */
export function frozenFigureHtml({ project, figure, frozen, reproduction, number, id, cellId, origin }: Frozen): Html {
  const { comparison, grid, tldr, title, charts } = frozen
  return figureFrameHtml({
    ...{ number, caption: figure.caption ?? title, href: figurePath(project, frozen), reproduction },
    notice: baseNotice(frozen),
    ...(id === undefined ? {} : { id }),
    ...(origin === undefined ? {} : { origin }),
    content: figureHtml({
      ...{ project, figure, comparison, grid, tldr, studyCharts: charts, number },
      ...(cellId === undefined ? {} : { cellId }),
    }),
  })
}
