import { toQuery } from '@assay/domain/compare/comparison-url'
import type { StudyPage as StudyPageContent } from '@assay/domain/compare/studies/pages/study-page'
import type { ReactNode } from 'react'
import button from '../../../ui/button.module.css'
import { html } from '../../../ui/html.ts'
import { MorphedHtml } from '../../../ui/morphed-html.tsx'
import { noticeHtml } from '../../../ui/notice-html.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { comparisonPath } from '../../compare/comparison-path.ts'
import { downloadsHtml } from '../../compare/head/downloads-html.ts'
import { filterChipsHtml } from '../../compare/head/filter-chips-html.ts'
import { warningsHtml } from '../../compare/head/warnings-html.ts'
import { SaveComparison } from '../../saved/save-comparison.tsx'
import { StudyTldr } from '../../tldr/study-tldr.tsx'
import { studyPagePath } from '../study-href.ts'
import type { StudyPage } from '../study-pages.ts'
import type { StudyScreenProps } from '../study-screen.ts'
import style from './study-frame.module.css'

type Props = {
  kind: StudyPage
  project: string
  page: Pick<StudyPageContent, 'title' | 'summary' | 'comparison' | 'warnings'>
  /** The parameters of the address, from which a share is created as well. */
  selection: Pick<StudyScreenProps, 'comparison' | 'own' | 'problems' | 'level'>
  /** Replaces the default tl;dr of a comparison. */
  tldr?: ReactNode
  children: ReactNode
}

/** Frame of every study page: heading, active filters, warnings, and a link to the underlying table. */
export function StudyFrame({ kind, project, page, selection, tldr, children }: Props) {
  const { title, summary, comparison, warnings } = page
  const { problems, level = 1, own } = selection
  const about = html`
    ${filterChipsHtml(comparison, (other) => studyPagePath(project, kind, other))}
    ${
      problems.length > 0 &&
      noticeHtml(
        html`<ul>${problems.map((problem) => html`<li>${problem}.</li>`)}</ul>`,
        'Some parameters of the address are not valid and were ignored.',
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
            <MorphedHtml html={String(downloadsHtml(project, toQuery(comparison)))} />
            <SaveComparison
              project={project}
              query={toQuery(comparison)}
              study={kind}
              title={title}
              share={{ query: toQuery(selection.comparison), own }}
            />
            <a href={comparisonPath(project, comparison)} className={button.button}>
              Change this comparison
            </a>
          </>
        }
      />
      <div className={style.body}>
        <MorphedHtml html={String(about)} />
        {tldr ?? <StudyTldr project={project} comparison={comparison} />}
        {children}
      </div>
    </>
  )
}
