import type { Figure } from '@assay/domain/report/figure-block'
import type { FrozenReportFigure } from '../../trpc/answers.ts'
import { KeptHtml } from '../../ui/kept-html.tsx'
import { FigureFrame } from './figure-frame.tsx'
import { figureHtml } from './figure-html.ts'
import { figurePath } from './figure-path.ts'
import { ReproductionBadge } from './reproduction-badge.tsx'

type Props = { project: string; figure: Figure; frozen: FrozenReportFigure; number: number }

/** A figure of a version: the numbers of the day on which it was made. */
export function FrozenFigure({ project, figure, frozen, number }: Props) {
  const { comparison, grid, tldr, title, charts } = frozen.figure
  return (
    <FigureFrame
      number={number}
      caption={figure.caption ?? title}
      href={figurePath(project, frozen.figure)}
      badge={<ReproductionBadge reproduction={frozen.reproduction} />}
    >
      <KeptHtml html={String(figureHtml({ project, figure, comparison, grid, tldr, studyCharts: charts, number }))} />
    </FigureFrame>
  )
}
