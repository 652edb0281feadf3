import type { ReportFigure } from '../../trpc/api-types.ts'
import { api } from '../../trpc/server-caller.ts'
import { askComparison } from '../studies/frame/ask-grid.ts'
import { FigureContent } from './figure-content.tsx'
import { FigureFrame } from './figure-frame.tsx'
import { figurePath } from './figure-path.ts'

type Props = { project: string; figure: ReportFigure; number: number }

/** A figure of a draft: the comparison with current results. */
export async function LiveFigure({ project, figure, number }: Props) {
  const { comparison, caption, title, show, rows, study, query } = figure
  const wantsCharts = show.includes('chart') && rows.length === 0
  const [{ grid, tldr }, charts] = await Promise.all([
    askComparison(project, comparison),
    wantsCharts ? (await api()).reports.studyCharts({ project, study, query }) : null,
  ])
  return (
    <FigureFrame number={number} caption={caption ?? title} href={figurePath(project, figure)}>
      <FigureContent {...{ project, figure, comparison, grid, tldr, studyCharts: charts ?? undefined, number }} />
    </FigureFrame>
  )
}
