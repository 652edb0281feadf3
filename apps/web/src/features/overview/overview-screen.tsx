import type { Study } from '@assay/domain/compare/study'
import { overviewHeadline } from '@assay/domain/findings/releases/release-words'
import { projectKey } from '@assay/domain/projects/project-key'
import { comparePath, dataPath, findingsPath, reportsPath, savedListPath, specsPath, studiesPath } from '../../paths.ts'
import type {
  Favorites,
  Overview,
  Project,
  ProjectHome,
  ReportSummary,
  SavedComparison,
  SpecSummary,
} from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { FavoriteLinks } from '../favorites/favorite-links.tsx'
import { PushHelp } from '../home/push-help.tsx'
import { StudyKindLinks } from '../home/study-kind-links.tsx'
import { SpecLinks } from '../specs/spec-links.tsx'
import { EmptyOverview } from './empty-overview.tsx'
import { FigureThumbnails } from './figure-thumbnails.tsx'
import { HeatStrips } from './heat-strips.tsx'
import style from './overview.module.css'
import { RegressionList } from './regression-list.tsx'
import { ReleaseCards } from './release-cards.tsx'
import { reportThumbnails, savedThumbnails } from './thumbnails.ts'

/** Saved comparisons whose figures are shown; their own page has all. */
const MAX_SAVED = 10

type Props = {
  project: Project
  home: ProjectHome & { studies: readonly Study[] }
  overview: Overview
  saved: readonly SavedComparison[]
  reports: readonly ReportSummary[]
  specs: readonly SpecSummary[]
  /** Null for anonymous visitors. */
  mine: Favorites | null
}

/** The state of the databases of a project: what got worse or better, and where nothing was compared. */
export function OverviewScreen({ project, home, overview, saved, reports, specs, mine }: Props) {
  const { name, description } = project
  const key = projectKey(project)
  if (home.counts.runs === 0) {
    return (
      <>
        <PageHeader title={name} summary={description} />
        <EmptyState title="Nothing has been uploaded yet">
          <PushHelp project={key} />
        </EmptyState>
        <EmptyOverview />
      </>
    )
  }
  const { title, summary } = overviewHeadline(overview.products)
  return (
    <>
      <PageHeader
        title={title}
        summary={
          <>
            {summary} {name}: <a href={dataPath(key)}>{countOf(home.counts.runs, 'run')}</a> of{' '}
            {countOf(home.counts.versions, 'version')} on {countOf(home.counts.hardware, 'machine')}.
          </>
        }
        actions={
          <a href={comparePath(key)} className={button.primary}>
            New comparison
          </a>
        }
      />
      <div className={style.two}>
        <Section title="Regressions" aside={<a href={findingsPath(key)}>All findings</a>}>
          {overview.regressions.length === 0 ? (
            <p className={style.none}>
              {overview.cards.length === 0
                ? 'No release was compared with a previous one yet.'
                : 'No open regressions among the releases that were compared.'}
            </p>
          ) : (
            <RegressionList project={key} regressions={overview.regressions} />
          )}
        </Section>
        <Section title="Releases" aside="Geometric mean of all tests vs the previous release, in percent">
          <HeatStrips project={key} products={overview.products} />
        </Section>
      </div>
      {overview.cards.length > 0 && (
        <Section
          title="Newest vs previous"
          aside="One dot per test, slowest at the top; lines are 95% intervals, the band is ±5%. Right of 1.0 is faster."
        >
          <ReleaseCards project={key} cards={overview.cards} />
        </Section>
      )}
      {mine !== null && <FavoriteLinks {...mine} />}
      {reports.length > 0 && (
        <Section title="Reports" aside={<a href={reportsPath(key)}>View all reports</a>}>
          <FigureThumbnails project={key} thumbnails={reportThumbnails(key, reports, saved)} />
        </Section>
      )}
      {specs.length > 0 && (
        <Section title="Specs" aside={<a href={specsPath(key)}>View all specs</a>}>
          <SpecLinks project={key} specs={specs} />
        </Section>
      )}
      {saved.length > 0 && (
        <Section
          title="Saved comparisons"
          aside={<a href={savedListPath(key)}>View all {countOf(saved.length, 'saved comparison')}</a>}
        >
          <FigureThumbnails project={key} thumbnails={savedThumbnails(key, saved.slice(0, MAX_SAVED))} />
        </Section>
      )}
      {home.studies.length > 0 && (
        <Section title="Studies" aside={<a href={studiesPath(key)}>View all studies</a>}>
          <StudyKindLinks project={key} studies={home.studies} />
        </Section>
      )}
    </>
  )
}
