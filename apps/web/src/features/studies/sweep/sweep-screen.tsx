import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import { sweepAxes } from '@assay/domain/compare/studies/sweep/sweep'
import { sweepPage } from '@assay/domain/compare/studies/sweep/sweep-page'
import { runPath } from '../../../paths.ts'
import { api } from '../../../trpc/server-caller.ts'
import { studyQueries } from '../frame/page-study-queries.ts'
import { StudyFrame } from '../frame/study-frame.tsx'
import { StudySections } from '../frame/study-sections.tsx'
import { studyPagePath } from '../study-href.ts'
import type { StudyScreenProps } from '../study-screen.ts'
import { ChooseAxes } from './choose-axes.tsx'

/** Any parameter vs any other, with selectable axes. */
export async function SweepScreen(props: StudyScreenProps) {
  const { project } = props
  const page = await sweepPage(studyQueries(project), props, ({ runIds: [newest] }) =>
    newest === undefined ? undefined : runPath(project, newest),
  )
  const { comparison, lead, charts } = page
  const parts = page.parts.filter(({ kind }) => kind !== 'charts' && kind !== 'text')
  const { observed } = await (await api()).comparisons.builder({ project, query: toQuery(comparison) })
  const hrefTo = (other: Comparison) => studyPagePath(project, 'sweep', other)
  return (
    <StudyFrame
      kind="sweep"
      project={project}
      page={page}
      selection={props}
      lead={lead}
      choices={<ChooseAxes project={project} comparison={comparison} axes={sweepAxes(comparison, observed)} />}
    >
      {charts > lead.length && (
        <p>
          The {lead.length} charts with the largest effect of {charts} are drawn; the tables have all numbers.
        </p>
      )}
      <StudySections project={project} kind="sweep" parts={parts} hrefTo={hrefTo} />
    </StudyFrame>
  )
}
