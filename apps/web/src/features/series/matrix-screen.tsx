import { firstCursor, trendHeadline, trendSummary } from '@assay/domain/findings/series/matrix/trend-headline'
import { writeSeriesQuery } from '@assay/domain/findings/series/series-query'
import { knownBugPath, seriesPath } from '../../paths.ts'
import type { ReadTrendMatrix } from '../../trpc/api-types.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { HiddenInput } from '../../ui/input.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryForm } from '../../ui/query-form.tsx'
import { FetchedModeNav } from '../compare/head/mode-nav.tsx'
import { ParameterProblems } from '../compare/head/parameter-problems.tsx'
import { NothingYet } from '../home/nothing-yet.tsx'
import { MatrixPicker } from './matrix-picker.tsx'
import style from './series.module.css'
import { RulesLink, SeriesNotes } from './series-notes.tsx'
import { TrendPanels } from './trend-panels.tsx'

/** Parameter that shows panels also for a query that names one test, while a person chooses several. */
export const VIEW_PARAMETER = 'view'
export const PANELS_VIEW = 'panels'

type Props = {
  project: string
  read: ReadTrendMatrix
  /** Tests that the address names; those with changes are shown when it names none. */
  chosenTests: readonly string[]
}

/** Trends of many tests of one product on one machine: the largest change as headline, and a panel for each test. */
export function MatrixScreen({ project, read, chosenTests }: Props) {
  const { query, matrix, tests, problems, replaced } = read
  const { filters } = query
  const { test: named = [], ...others } = filters
  const shown = named.length
  const subject = `${subjectOf(read, 'product') ?? 'All products'} on ${subjectOf(read, 'hardware') ?? 'all machines'}`
  if (matrix.rows.length === 0 && Object.keys(filters).length === 0) {
    return (
      <>
        <PageHeader title="Trends" summary="How each test developed over the versions of a product." />
        <NothingYet project={project} what="trends" />
      </>
    )
  }
  const hrefOf = ({ test, workload, clients }: { test: string; workload: string; clients: string }) =>
    seriesPath(
      project,
      writeSeriesQuery({ ...query, filters: { ...filters, test: [test], workload: [workload], clients: [clients] } }),
    )
  return (
    <>
      <PageHeader
        title={trendHeadline(matrix, subject)}
        summary={trendSummary(matrix)}
        actions={<RulesLink project={project} />}
      />
      <div className={style.body}>
        <ParameterProblems problems={problems} />
        <div className={style.controls}>
          <FetchedModeNav project={project} mode="trend" selection={{ filters: others }} />
          <QueryForm action={seriesPath(project)} label="Choose trends" className={style.picker}>
            <HiddenInput name={VIEW_PARAMETER} value={PANELS_VIEW} />
            <MatrixPicker read={read} chosenTests={chosenTests} />
          </QueryForm>
        </div>
        <SeriesNotes sentences={replaced} />
        {matrix.rows.length === 0 ? (
          <EmptyState title="No results match">
            <p>Choose another product or machine above.</p>
          </EmptyState>
        ) : (
          <TrendPanels
            key={writeSeriesQuery(query)}
            matrix={matrix}
            cursor={firstCursor(matrix)}
            hrefs={matrix.rows.map(({ panels }) => panels.map(hrefOf))}
            bugs={bugsOf(matrix, project)}
          />
        )}
        {chosenTests.length === 0 && shown < tests && (
          <SeriesNotes
            sentences={[
              `${shown} of ${tests} tests are shown: those with changes first. Choose tests above to see others.`,
            ]}
          />
        )}
      </div>
    </>
  )
}

/** The known bugs of all panels, each once. */
function bugsOf({ rows }: ReadTrendMatrix['matrix'], project: string) {
  const all = rows.flatMap(({ panels }) => panels.flatMap(({ bugs }) => bugs))
  const bySlug = new Map(all.map((bug) => [bug.slug, bug]))
  return [...bySlug.values()].map(({ bug, slug, title }) => ({ name: bug, title, href: knownBugPath(project, slug) }))
}

/** The product or machine of all panels: the chosen one, or the only one that was measured. */
function subjectOf({ query, choices }: ReadTrendMatrix, name: 'product' | 'hardware'): string | undefined {
  const [first, ...others] = choices.find((choice) => choice.name === name)?.values ?? []
  return query.filters[name]?.[0] ?? (others.length === 0 ? first?.value : undefined)
}
