import type { Figure } from '@assay/domain/publish/report/figure-block'
import type { FrozenReportFigure } from '../../trpc/answers.ts'
import { MorphedHtml } from '../../ui/morphed-html.tsx'
import { frozenFigureHtml } from './frozen-figure-html.ts'

type Props = { project: string; figure: Figure; frozen: FrozenReportFigure; number: number }

/** A figure of a version, with the values at the time of publication. */
export function FrozenFigure({ project, figure, frozen, number }: Props) {
  // Other texts refer to this id: /p/demo/reports/a-report?version=2#figure-1.
  const drawn = {
    project,
    figure,
    frozen: frozen.figure,
    reproduction: frozen.reproduction,
    number,
    id: `figure-${number}`,
  }
  return <MorphedHtml html={String(frozenFigureHtml(drawn))} />
}
