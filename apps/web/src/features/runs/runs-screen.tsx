import { RunSortKey } from '@assay/domain/run/run-sort'
import { diffPath, runsPath } from '../../paths.ts'
import type { KnownBug, ObservedDimension, RunPage, RunSummary } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf } from '../../ui/format-count.ts'
import { Checkbox } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PlainForm } from '../../ui/plain-form.tsx'
import { NothingYet } from '../home/nothing-yet.tsx'
import { runColumns } from './run-columns.tsx'
import { RunFacets } from './run-facets.tsx'
import { runLabel } from './run-label.ts'
import { formatRunQuery, nextSort, type RunQuery } from './run-query.ts'
import style from './runs-screen.module.css'

type Props = {
  project: string
  query: RunQuery
  page: RunPage
  observed: readonly ObservedDimension[]
  /** The first run of a pair; the user selects the second one. */
  picked: RunSummary | null
  bugs: readonly KnownBug[]
}

/** "828 runs on 15 machines", "12 runs match these filters". */
function runsTitle(total: number, isFiltered: boolean, observed: readonly ObservedDimension[]): string {
  const runs = countOf(total, 'run')
  if (isFiltered) return `${runs} ${total === 1 ? 'matches' : 'match'} these filters`
  const machines = observed.find(({ name }) => name === 'hardware')?.values.length ?? 0
  return `${runs} on ${countOf(machines, 'machine')}`
}

const PAIR_FORM = 'pair'

/** The list of runs: filters at the side, sortable columns, cursor pagination. */
export function RunsScreen({ project, query, page, observed, picked, bugs }: Props) {
  const sortable = (key: string) => RunSortKey.options.find((known) => known === key)
  const sortHref = (key: string) => {
    const sortKey = sortable(key)
    if (sortKey === undefined) return null
    return runsPath(project, formatRunQuery({ ...query, cursor: null, sort: nextSort(query.sort, sortKey) }))
  }
  if (page.rows.length === 0 && Object.keys(query.filters).length === 0) {
    return (
      <>
        <PageHeader title="Runs" summary="Each run has results of one version, config and machine." />
        <NothingYet project={project} what="runs" />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={page.total === 0 ? 'Runs' : runsTitle(page.total, Object.keys(query.filters).length > 0, observed)}
        summary={`Each run has results of one version, config and machine; ${page.rows.length} on this page.`}
        actions={
          <Button type="submit" form={PAIR_FORM}>
            Settings diff of two selected runs
          </Button>
        }
      />
      {picked && (
        <Notice title="Choose the run to compare with.">
          Each row now has a link to the settings diff with {runLabel(picked)}.{' '}
          <a href={runsPath(project, formatRunQuery({ ...query, pick: null }))}>Cancel</a>
        </Notice>
      )}
      <div className={style.layout}>
        <RunFacets project={project} query={query} observed={observed} />
        <PlainForm id={PAIR_FORM} action={diffPath(project)} method="get" aria-label="Runs" className={style.list}>
          {page.rows.length === 0 ? (
            <NothingFound project={project} />
          ) : (
            <DataTable
              caption="Runs"
              columns={[picked ? diffColumn(project, picked) : TICK, ...runColumns(project, bugs)]}
              rows={page.rows}
              rowKey={(run) => run.id}
              sort={query.sort}
              sortHref={sortHref}
            />
          )}
          <nav aria-label="Pages" className={style.pages}>
            {query.cursor && <a href={runsPath(project, formatRunQuery({ ...query, cursor: null }))}>First page</a>}
            {page.nextCursor && (
              <a href={runsPath(project, formatRunQuery({ ...query, cursor: page.nextCursor }))} rel="next">
                Next page
              </a>
            )}
          </nav>
        </PlainForm>
      </div>
    </>
  )
}

const TICK: Column<RunSummary> = {
  key: 'tick',
  header: 'Pick',
  about: 'Select two runs to see every setting in which they differ',
  cell: (run) => <Checkbox name="run" value={run.id} aria-label={`Pick ${runLabel(run)}`} />,
}

const diffColumn = (project: string, picked: RunSummary): Column<RunSummary> => ({
  key: 'diff',
  header: 'Differences',
  cell: (run) =>
    run.id === picked.id ? 'chosen' : <a href={diffPath(project, { a: picked.id, b: run.id })}>Settings diff</a>,
})

const NothingFound = ({ project }: { project: string }) => (
  <EmptyState title="No run matches these filters">
    <p>
      Clear a value, or <a href={runsPath(project)}>clear all filters</a>. The filters show the number of results for
      each value.
    </p>
  </EmptyState>
)
