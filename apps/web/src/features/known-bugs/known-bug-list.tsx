import { affectedVersions } from '@assay/domain/findings/notes/known-bug'
import { knownBugPath } from '../../paths.ts'
import type { KnownBug } from '../../trpc/api-types.ts'
import { titleByProduct } from '../../ui/counts-by-name.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { KnownBugForm } from './known-bug-form.tsx'

type Props = { project: string; bugs: readonly KnownBug[] }

/** The known bugs of a project, and a form to add one. */
export function KnownBugList({ project, bugs }: Props) {
  return (
    <>
      <PageHeader
        title={bugsTitle(bugs)}
        summary="A known bug marks every cell, chart and run of the affected versions and tests."
      />
      {bugs.length === 0 ? (
        <EmptyState title="No known bugs yet">
          <p>Record a bug below when you know the cause of a change.</p>
        </EmptyState>
      ) : (
        <DataTable caption="Known bugs" stacks columns={columns(project)} rows={bugs} rowKey={({ id }) => id} />
      )}
      <KnownBugForm project={project} />
    </>
  )
}

/** "3 known bugs, 1 without a fixed version: RocksDB 2 and MySQL 1". */
function bugsTitle(bugs: readonly KnownBug[]): string {
  const unfixed = bugs.filter(({ fixedIn }) => fixedIn === null).length
  return titleByProduct(bugs, 'known bug', unfixed === 0 ? '' : `, ${unfixed} without a fixed version`)
}

const columns = (project: string): Column<KnownBug>[] => [
  {
    key: 'bug',
    header: 'Bug',
    heads: true,
    cell: ({ slug, product, bug }) => (
      <a href={knownBugPath(project, slug)}>
        {product} {bug}
      </a>
    ),
  },
  { key: 'title', header: 'Effect', cell: ({ title }) => title },
  { key: 'versions', header: 'Versions', cell: (bug) => affectedVersions(bug) },
  { key: 'tests', header: 'Tests', wideOnly: true, cell: ({ tests }) => tests.join(', ') || 'all' },
  { key: 'workloads', header: 'Workloads', wideOnly: true, cell: ({ workloads }) => workloads.join(', ') || 'all' },
]
