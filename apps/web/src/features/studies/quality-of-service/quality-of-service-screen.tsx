import { leadFigure } from '@assay/domain/compare/studies/pages/lead-figure'
import { qualityPage } from '@assay/domain/compare/studies/quality-of-service/quality-page'
import { runPath } from '../../../paths.ts'
import { TldrSection } from '../../tldr/tldr.tsx'
import { studyQueries } from '../frame/page-study-queries.ts'
import { StudyFrame } from '../frame/study-frame.tsx'
import { StudySections } from '../frame/study-sections.tsx'
import type { StudyScreenProps } from '../study-screen.ts'
import { QualityChoices } from './quality-choices.tsx'

/** Throughput, its costs and response times, with a selectable statistic. */
export async function QualityOfServiceScreen(props: StudyScreenProps) {
  const { project, comparison } = props
  const page = await qualityPage(studyQueries(project), props, (run) => runPath(project, run))
  const { statistics, statistic, lead } = page
  const { models, parts } = leadFigure(page.parts)
  // Each number links to its cell on this page.
  const short = <TldrSection tldr={page.tldr} hrefOf={({ table, row, column }) => `#${cellId(table, row, column)}`} />
  return (
    <StudyFrame
      kind="quality-of-service"
      project={project}
      page={page}
      selection={props}
      lead={lead === null ? models : [lead]}
      tldr={short}
    >
      <QualityChoices project={project} comparison={comparison} statistics={statistics} statistic={statistic} />
      <StudySections project={project} kind="quality-of-service" parts={parts} idOf={cellId} />
    </StudyFrame>
  )
}

/** Returns the id of a cell on the page, for links from sentences. */
const cellId = (table: number, row: number, column: number): string => `cell-${table}-${row}-${column}`
