import { runsPath } from '../../paths.ts'
import type { RunSummary } from '../../trpc/api-types.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { Section } from '../../ui/section.tsx'
import { runColumns } from './run-columns.tsx'
import { formatRunQuery, type RunFilters } from './run-query.ts'

type Props = { project: string; runs: readonly RunSummary[]; runCount: number; filters: RunFilters }

/** The newest runs of a machine, a build or a config, and a link to all of them. The column of that value is left out. */
export function RunsOf({ project, runs, runCount, filters }: Props) {
  return (
    <Section
      title="Runs"
      aside={
        <a href={runsPath(project, formatRunQuery({ filters }))}>all {formatCount(runCount)}, to filter and sort</a>
      }
    >
      <DataTable
        caption="Runs"
        columns={runColumns(project).filter(({ key }) => !(key in filters))}
        rows={runs}
        rowKey={(run) => run.id}
      />
    </Section>
  )
}
