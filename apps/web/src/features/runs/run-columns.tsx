import Link from 'next/link'
import { buildPath, configPath, hardwarePath, runPath } from '../../paths.ts'
import type { KnownBug, RunSummary } from '../../trpc/api-types.ts'
import type { Column } from '../../ui/data-table.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { formatDate } from '../../ui/format-date.ts'
import { BugMarks } from '../known-bugs/bug-marks.tsx'
import { bugsOfRun } from '../notes/notes-on-run.ts'

/** Columns of a list of runs with known bugs; `key` is set for columns by which the list can be sorted. */
export const runColumns = (project: string, bugs: readonly KnownBug[] = []): readonly Column<RunSummary>[] => [
  {
    key: 'version',
    header: 'Version',
    heads: true,
    cell: ({ id, product, version }) => (
      <Link href={runPath(project, id)} prefetch={false}>
        {product} {version}
      </Link>
    ),
  },
  {
    key: 'config',
    header: 'Config',
    cell: ({ config, configId }) => <a href={configPath(project, configId)}>{config}</a>,
  },
  {
    key: 'build',
    header: 'Build',
    widestOnly: true,
    cell: ({ build, buildId }) => <a href={buildPath(project, buildId)}>{build}</a>,
  },
  {
    key: 'hardware',
    header: 'Hardware',
    cell: ({ hardware, hardwareId }) => <a href={hardwarePath(project, hardwareId)}>{hardware}</a>,
  },
  { key: 'benchmark', header: 'Benchmark', wideOnly: true, cell: ({ benchmark }) => benchmark },
  {
    key: 'workload',
    header: 'Workload',
    wraps: true,
    cell: (run) => (
      <>
        {run.workload}
        <BugMarks project={project} bugs={bugsOfRun(run, bugs)} />
      </>
    ),
  },
  { key: 'clients', header: 'Clients', numeric: true, cell: ({ clients }) => clients.join(', ') },
  { key: 'repeat', header: 'Repeat', numeric: true, widestOnly: true, cell: ({ repeat }) => repeat },
  { key: 'results', header: 'Results', numeric: true, cell: ({ resultCount }) => formatCount(resultCount) },
  {
    key: 'started',
    header: 'Started',
    widestOnly: true,
    cell: ({ startedAt }) => (startedAt === null ? '–' : <time dateTime={startedAt}>{formatDate(startedAt)}</time>),
  },
  {
    key: 'received',
    header: 'Received',
    wideOnly: true,
    cell: ({ receivedAt }) => <time dateTime={receivedAt}>{formatDate(receivedAt)}</time>,
  },
]
