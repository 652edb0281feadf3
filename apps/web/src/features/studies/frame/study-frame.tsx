import type { ComparisonMode } from '@assay/domain/compare/comparison-modes'
import { toQuery } from '@assay/domain/compare/comparison-url'
import { studyHeadline, summaryBelow } from '@assay/domain/compare/studies/pages/study-headline'
import type { StudyPage as StudyPageContent } from '@assay/domain/compare/studies/pages/study-page'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import type { ReactNode } from 'react'
import button from '../../../ui/button.module.css'
import { PageHeader } from '../../../ui/page-header.tsx'
import { comparisonPath } from '../../compare/comparison-path.ts'
import { Downloads } from '../../compare/head/downloads.tsx'
import { FilterChips } from '../../compare/head/filter-chips.tsx'
import { FetchedModeNav } from '../../compare/head/mode-nav.tsx'
import { ParameterProblems } from '../../compare/head/parameter-problems.tsx'
import { Warnings } from '../../compare/head/warnings.tsx'
import { SaveComparison } from '../../saved/save-comparison.tsx'
import { StudyTldr } from '../../tldr/study-tldr.tsx'
import { studyPagePath } from '../study-href.ts'
import type { StudyPage } from '../study-pages.ts'
import type { StudyScreenProps } from '../study-screen.ts'
import { LeadCharts } from './lead-charts.tsx'
import style from './study-frame.module.css'

/** The studies that are a view of one product on one machine. */
const MODES: Partial<Record<StudyPage, ComparisonMode>> = {
  'scale-up': 'scale-up',
  sweep: 'sweep',
  repeats: 'distribution',
}

type Props = {
  kind: StudyPage
  project: string
  page: Pick<StudyPageContent, 'title' | 'summary' | 'comparison' | 'warnings' | 'tldr'>
  /** The parameters of the address, from which a share is created as well. */
  selection: Pick<StudyScreenProps, 'comparison' | 'own' | 'problems' | 'level'>
  /** The figure that answers the question of the study, above everything else. */
  lead?: readonly ChartModel[]
  /** Choices that the figure depends on, above it. */
  choices?: ReactNode
  /** Replaces the default tl;dr of a comparison. */
  tldr?: ReactNode
  children: ReactNode
}

/** Frame of every study page: heading, lead figure, active filters, warnings, and a link to the underlying table. */
export function StudyFrame({ kind, project, page, selection, lead = [], choices, tldr, children }: Props) {
  const { title, summary, comparison, warnings } = page
  const { problems, level = 1, own } = selection
  const headline = studyHeadline(page, lead)
  const mode = level === 1 ? MODES[kind] : undefined
  return (
    <>
      <PageHeader
        level={level}
        title={headline}
        summary={summaryBelow(summary, headline)}
        actions={
          <>
            <Downloads project={project} query={toQuery(comparison)} />
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
        {mode !== undefined && (
          <FetchedModeNav project={project} mode={mode} selection={{ filters: comparison.filters }} />
        )}
        {choices}
        <LeadCharts models={lead} />
        <FilterChips comparison={comparison} hrefTo={(other) => studyPagePath(project, kind, other)} />
        <ParameterProblems problems={problems} />
        <Warnings warnings={warnings} />
        {tldr ?? <StudyTldr project={project} comparison={comparison} />}
        {/* Charts and tables of a study have headings of the third level, also on a page without a tl;dr. */}
        {lead.length === 0 && <h2 className="visually-hidden">Charts and tables</h2>}
        {children}
      </div>
    </>
  )
}
