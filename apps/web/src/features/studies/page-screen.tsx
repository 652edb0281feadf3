import type { Comparison } from '@assay/domain/compare/comparison'
import { leadFigure } from '@assay/domain/compare/studies/pages/lead-figure'
import type { StudyPage as StudyPageContent } from '@assay/domain/compare/studies/pages/study-page'
import type { StudyQueries, StudyRequest } from '@assay/domain/compare/studies/pages/study-queries'
import type { PickedStudy } from '@assay/domain/compare/studies/selection/study-choice'
import { studyQueries } from './frame/page-study-queries.ts'
import { StudyFrame } from './frame/study-frame.tsx'
import { StudySections } from './frame/study-sections.tsx'
import { studyPagePath } from './study-href.ts'
import type { StudyScreenProps } from './study-screen.ts'

type PageOf = (queries: StudyQueries, request: StudyRequest) => Promise<StudyPageContent>

/**
 * Creates the screen of a study that consists of its page only.
 *
 * @param stays true keeps links of its tables on the study; by default they lead to the compare page.
 */
export function pageScreen(kind: PickedStudy, pageOf: PageOf, { stays = false }: { stays?: boolean } = {}) {
  return async (props: StudyScreenProps) => {
    const { project } = props
    const page = await pageOf(studyQueries(project), props)
    const { models, parts } = leadFigure(page.parts)
    const hrefTo = (other: Comparison) => studyPagePath(project, kind, other)
    return (
      <StudyFrame kind={kind} project={project} page={page} selection={props} lead={models}>
        <StudySections project={project} kind={kind} parts={parts} {...(stays ? { hrefTo } : {})} />
      </StudyFrame>
    )
  }
}
