import type { Comparison } from '@assay/domain/compare/comparison'
import { stepsFigure } from '@assay/domain/compare/studies/steps/steps-figure'
import { stepsPage } from '@assay/domain/compare/studies/steps/steps-page'
import { studyQueries } from '../frame/page-study-queries.ts'
import { StudyFrame } from '../frame/study-frame.tsx'
import { StudySections } from '../frame/study-sections.tsx'
import { studyPagePath } from '../study-href.ts'
import type { StudyScreenProps } from '../study-screen.ts'
import { stepPath } from './step-path.ts'
import style from './steps.module.css'

/** The Insert Benchmark in the layout of its reports, with a selectable step for details. */
export async function StepsScreen(props: StudyScreenProps) {
  const { project, comparison } = props
  const page = await stepsPage(studyQueries(project), props)
  // Links of a table set the base or include flagged results; the other parameters of the page stay.
  const hrefTo = ({ base, countBadged }: Comparison) =>
    studyPagePath(project, 'steps', {
      ...comparison,
      base: base.kind === 'values' ? base : comparison.base,
      countBadged,
    })
  const choose = (
    <nav aria-label="Steps" className={style.steps}>
      {page.steps.map((name) => (
        <a key={name} href={stepPath(project, comparison, name)} aria-current={name === page.step ? 'true' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
  return (
    <StudyFrame kind="steps" project={project} page={page} selection={props} lead={stepsFigure(page.parts)}>
      <StudySections
        project={project}
        kind="steps"
        parts={page.parts}
        hrefTo={hrefTo}
        slots={{ step: { before: choose } }}
      />
    </StudyFrame>
  )
}
