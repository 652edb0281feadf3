import type { ComparisonMode } from '@assay/domain/compare/comparison-modes'
import { toQuery } from '@assay/domain/compare/comparison-url'
import { studyHeadline } from '@assay/domain/compare/studies/pages/study-headline'
import type { StudyPage as StudyPageContent } from '@assay/domain/compare/studies/pages/study-page'
import type { PickedStudy } from '@assay/domain/compare/studies/selection/study-choice'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import type { ReactNode } from 'react'
import { studiesPath } from '../../../paths.ts'
import { api } from '../../../trpc/server-caller.ts'
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
import type { StudyScreenProps } from '../study-screen.ts'
import { LeadCharts } from './lead-charts.tsx'
import { pickedFilters } from './picked-filters.ts'
import style from './study-frame.module.css'
import { OtherStudies, StudyPickers } from './study-pickers.tsx'

/** The studies that are a view of one product on one machine. */
const MODES: Partial<Record<PickedStudy, ComparisonMode>> = {
  'scale-up': 'scale-up',
  sweep: 'sweep',
  repeats: 'distribution',
}

type Props = {
  kind: PickedStudy
  project: string
  page: Pick<StudyPageContent, 'title' | 'headline' | 'summary' | 'comparison' | 'warnings' | 'tldr'>
  /** The parameters of the address, from which a share is created as well. */
  selection: Pick<StudyScreenProps, 'comparison' | 'own' | 'problems' | 'level'>
  /** The figure that answers the question of the study, above everything else. */
  lead?: readonly ChartModel[]
  /** Choices that the figure depends on, below it. */
  choices?: ReactNode
  /** Replaces the default tl;dr of a comparison. */
  tldr?: ReactNode
  children: ReactNode
}

/** Frame of every study page: heading, pickers, lead figure, active filters, warnings, and a link to the table. */
export async function StudyFrame({ kind, project, page, selection, lead = [], choices, tldr, children }: Props) {
  const { title, summary, comparison, warnings } = page
  const { problems, level = 1, own } = selection
  // A study within the page of a saved comparison shows what was saved.
  const selected =
    level === 1 ? await (await api()).comparisons.studyPickers({ project, kind, query: toQuery(comparison) }) : null
  const mode = level === 1 ? MODES[kind] : undefined
  return (
    <div className={level === 1 ? style.page : undefined}>
      <PageHeader
        level={level}
        above={level === 1 && <StudyAbove project={project} title={title} />}
        title={studyHeadline(page)}
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
        {selected !== null && (
          <StudyPickers project={project} kind={kind} pickers={selected.pickers} picked={selected.picked} />
        )}
        {mode !== undefined && (
          <FetchedModeNav project={project} mode={mode} selection={{ filters: comparison.filters }} />
        )}
        <LeadCharts models={lead} />
        {choices}
        <p className={style.about}>{summary}</p>
        {selected !== null && (
          <OtherStudies project={project} kind={kind} picked={selected.picked} kinds={selected.kinds} />
        )}
        <FilterChips
          comparison={comparison}
          hrefTo={(other) => studyPagePath(project, kind, other)}
          except={pickedFilters(selected?.pickers ?? [])}
        />
        <ParameterProblems problems={problems} />
        <Warnings warnings={warnings} />
        {tldr ?? <StudyTldr project={project} comparison={comparison} />}
        {/* Charts and tables of a study have headings of the third level, also on a page without a tl;dr. */}
        {lead.length === 0 && <h2 className="visually-hidden">Charts and tables</h2>}
        {children}
      </div>
    </div>
  )
}

/** The way to all studies, and the name of this one, which its headline does not repeat. */
export const StudyAbove = ({ project, title }: { project: string; title: string }) => (
  <>
    <a href={studiesPath(project)}>Studies</a> › {title}
  </>
)
