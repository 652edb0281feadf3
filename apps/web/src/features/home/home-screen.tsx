import type { Study } from '@assay/domain/compare/study'
import { reportsPath, runsPath, savedListPath, specsPath } from '../../paths.ts'
import type {
  Favourites,
  Project,
  ProjectHome,
  ReportSummary,
  SavedComparison,
  SpecSummary,
} from '../../trpc/answers.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf, formatCount } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { FavouriteLinks } from '../favourites/favourite-links.tsx'
import { ReportLinks } from '../reports/report-links.tsx'
import { runColumns } from '../runs/run-columns.tsx'
import { SpecLinks } from '../specs/spec-links.tsx'
import { Benchmarks } from './benchmarks.tsx'
import { Machines } from './machines.tsx'
import { Products } from './products.tsx'
import { PushHelp } from './push-help.tsx'
import { SavedLinks } from './saved-links.tsx'
import { StudyCards } from './study-cards.tsx'

type Props = {
  project: Project
  home: ProjectHome & { studies: readonly Study[] }
  saved: readonly SavedComparison[]
  reports: readonly ReportSummary[]
  specs: readonly SpecSummary[]
  /** Null for anonymous visitors. */
  mine: Favourites | null
}

/** Overview of a project, with suggested comparisons first. */
export function HomeScreen({ project, home, saved, reports, specs, mine }: Props) {
  const { counts } = home
  if (counts.runs === 0) {
    return (
      <>
        <PageHeader title={project.name} summary={project.description} />
        <EmptyState title="Nothing has been uploaded yet">
          <PushHelp project={project.slug} />
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={project.name}
        summary={
          <>
            {project.description} {countOf(counts.runs, 'run')} with {countOf(counts.results, 'result')} of{' '}
            {countOf(counts.versions, 'version')} on {countOf(counts.hardware, 'machine')}.
          </>
        }
      />
      {mine !== null && <FavouriteLinks {...mine} />}
      {reports.length > 0 && (
        <Section title="Reports" aside={<a href={reportsPath(project.slug)}>with their summaries</a>}>
          <ReportLinks project={project.slug} reports={reports} />
        </Section>
      )}
      {specs.length > 0 && (
        <Section title="Specs" aside={<a href={specsPath(project.slug)}>with their reviews</a>}>
          <SpecLinks project={project.slug} specs={specs} />
        </Section>
      )}
      {saved.length > 0 && (
        <Section title="Saved comparisons" aside={<a href={savedListPath(project.slug)}>with their sources</a>}>
          <SavedLinks project={project.slug} saved={saved} />
        </Section>
      )}
      {home.studies.length > 0 && (
        <Section title="Suggested comparisons">
          <StudyCards project={project.slug} studies={home.studies} />
        </Section>
      )}
      <Section title="Products" aside="versions link to their runs">
        <Products project={project.slug} products={home.products} />
      </Section>
      <Section title="Benchmarks" aside="workloads link to their runs">
        <Benchmarks project={project.slug} benchmarks={home.benchmarks} />
      </Section>
      <Section title="Hardware">
        <Machines project={project.slug} hardware={home.hardware} />
      </Section>
      <Section title="Newest runs" aside={<a href={runsPath(project.slug)}>all {formatCount(counts.runs)} runs</a>}>
        <DataTable
          caption="Newest runs"
          columns={runColumns(project.slug)}
          rows={home.newestRuns.slice(0, 10)}
          rowKey={(run) => run.id}
        />
      </Section>
      <Section title="Add results">
        <PushHelp project={project.slug} />
      </Section>
    </>
  )
}
