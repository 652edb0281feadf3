import type { ReportFigure } from '../../trpc/answers.ts'
import { KeptHtml } from '../../ui/kept-html.tsx'
import { askComparison } from '../studies/frame/ask-grid.ts'
import { FigureFrame } from './figure-frame.tsx'
import { figureHtml } from './figure-html.ts'
import { figurePath } from './figure-path.ts'

type Props = { project: string; figure: ReportFigure; number: number }

/** A figure of a draft: the comparison as today's results have it. */
export async function LiveFigure({ project, figure, number }: Props) {
  const { comparison, caption, title } = figure
  const { grid, tldr } = await askComparison(project, comparison)
  return (
    <FigureFrame number={number} caption={caption ?? title} href={figurePath(project, figure)}>
      <KeptHtml html={String(figureHtml({ project, figure, comparison, grid, tldr, number }))} />
    </FigureFrame>
  )
}
