import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { GridWarning } from '@assay/domain/compare/grid'
import type { ReactNode } from 'react'
import button from '../../../ui/button.module.css'
import { html } from '../../../ui/html.ts'
import { KeptHtml } from '../../../ui/kept-html.tsx'
import { noticeHtml } from '../../../ui/notice-html.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { comparisonPath } from '../../compare/comparison-path.ts'
import { filterChipsHtml } from '../../compare/head/filter-chips-html.ts'
import { warningsHtml } from '../../compare/head/warnings-html.ts'
import { SaveComparison } from '../../saved/save-comparison.tsx'
import { StudyTldr } from '../../tldr/study-tldr.tsx'
import { studyPagePath } from '../study-href.ts'
import type { StudyPage } from '../study-pages.ts'
import style from './study-frame.module.css'

type Props = {
  kind: StudyPage
  project: string
  title: string
  /** One line below the title: what the page shows, with its numbers. */
  summary: ReactNode
  comparison: Comparison
  problems: readonly string[]
  warnings: readonly GridWarning[]
  /** In place of what any comparison would say in short. */
  tldr?: ReactNode
  level?: 1 | 2 | undefined
  children: ReactNode
}

/** What every study page has around its own: heading, filters in force, warnings, the way to the table behind it. */
export function StudyFrame({
  kind,
  project,
  title,
  summary,
  comparison,
  problems,
  warnings,
  tldr,
  level = 1,
  children,
}: Props) {
  const about = html`
    ${filterChipsHtml(comparison, (other) => studyPagePath(project, kind, other))}
    ${
      problems.length > 0 &&
      noticeHtml(
        html`<ul>${problems.map((problem) => html`<li>${problem}.</li>`)}</ul>`,
        'Part of the address was not understood and is left out.',
      )
    }
    ${warningsHtml(warnings)}`
  return (
    <>
      <PageHeader
        level={level}
        title={title}
        summary={summary}
        actions={
          <>
            <SaveComparison project={project} query={toQuery(comparison)} study={kind} title={title} />
            <a href={comparisonPath(project, comparison)} className={button.button}>
              Change this comparison
            </a>
          </>
        }
      />
      <div className={style.body}>
        <KeptHtml html={String(about)} />
        {tldr ?? <StudyTldr project={project} comparison={comparison} />}
        {children}
      </div>
    </>
  )
}
