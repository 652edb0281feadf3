import { docPath, runnersPath, runRequestPath } from '../../paths.ts'
import type { RunEngine } from '../../trpc/api-types.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatDateAndTime } from '../../ui/format-date.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { EngineForm, RemoveEngine } from './engine-forms.tsx'
import { ENGINE_LABELS } from './engine-labels.ts'

type Props = { project: string; engines: readonly RunEngine[] }
type Start = RunEngine['starts'][number] & { runner: string }

const MAX_STARTS = 20

/** Engines whose jobs execute run requests, the newest messages to them, and the form of a new one. */
export function EnginesScreen({ project, engines }: Props) {
  const starts = engines
    .flatMap(({ runner, starts }) => starts.map((start) => ({ ...start, runner })))
    .toSorted((a, b) => b.sentAt.localeCompare(a.sentAt))
    .slice(0, MAX_STARTS)
  return (
    <>
      <PageHeader
        above={<a href={runnersPath(project)}>Runners</a>}
        title="Engines"
        summary="Jobs of GitHub Actions, Buildkite or Jenkins execute run requests: the server starts one job for each."
      />
      {engines.length > 0 && (
        <DataTable caption="Engines" columns={engineColumns(project)} rows={engines} rowKey={({ runner }) => runner} />
      )}
      {starts.length > 0 && (
        <Section title="Messages" aside="the newest; a failed one is sent again after 1, 2, 4 … minutes">
          <DataTable
            caption="Messages"
            columns={startColumns(project)}
            rows={starts}
            rowKey={({ requestId, sentAt }) => `${requestId} ${sentAt}`}
          />
        </Section>
      )}
      <Section title="Add an engine">
        <p>
          The job runs <code>assay runner FILE --request ID</code> with a token of the scope upload:{' '}
          <a href={`${docPath('runners')}#engines-instead-of-machines`}>workflow, pipeline and Jenkinsfile to copy</a>.
        </p>
        <EngineForm project={project} />
      </Section>
    </>
  )
}

const engineColumns = (project: string): Column<RunEngine>[] => [
  { key: 'runner', header: 'Runner', heads: true, cell: ({ runner }) => runner },
  { key: 'engine', header: 'Engine', cell: ({ engine }) => ENGINE_LABELS[engine] },
  { key: 'address', header: 'Address', wideOnly: true, cell: ({ address }) => address },
  { key: 'ref', header: 'Branch or tag', wideOnly: true, cell: ({ ref }) => ref },
  { key: 'remove', header: '', cell: ({ runner }) => <RemoveEngine project={project} runner={runner} /> },
]

const startColumns = (project: string): Column<Start>[] => [
  { key: 'at', header: 'Sent', heads: true, cell: ({ sentAt }) => formatDateAndTime(sentAt) },
  { key: 'runner', header: 'Runner', cell: ({ runner }) => runner },
  {
    key: 'request',
    header: 'Request',
    cell: ({ requestId, attempt }) => <a href={runRequestPath(project, requestId)}>attempt {attempt}</a>,
  },
  { key: 'outcome', header: 'Outcome', cell: ({ delivered }) => outcomeOf(delivered) },
  {
    key: 'answer',
    header: 'Answer of the engine',
    wraps: true,
    cell: ({ status, reply }) => [status, reply?.slice(0, 300)].filter(Boolean).join(': '),
  },
]

const outcomeOf = (delivered: boolean | null): string =>
  delivered === null ? 'being sent' : delivered ? 'delivered' : 'failed'
