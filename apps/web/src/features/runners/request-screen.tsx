import { runnersPath, runPath, runPlanPath } from '../../paths.ts'
import type { RunAttempt, RunRequest, SeenState } from '../../trpc/api-types.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatDateAndTime } from '../../ui/format-date.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { CancelRequestForm } from './cancel-forms.tsx'
import { LiveLog } from './live-log.tsx'
import { attemptWords, formatHours, parameterWords } from './request-words.ts'

type Props = {
  project: string
  request: RunRequest
  /** Output of the newest attempt so far. */
  log: { text: string; next: number }
  mayWrite: boolean
  position: SeenState | null
}

/** A run request: its attempts, the output of the newest one while it runs, and its runs. */
export function RequestScreen({ project, request, log, mayWrite, position }: Props) {
  const { id, command, parameters, state, attempts } = request
  const last = attempts.at(-1)
  const isOpen = state === 'waiting' || state === 'leased'
  return (
    <>
      <PageHeader
        above={<a href={runnersPath(project)}>Runners</a>}
        title={`${command} ${parameterWords(parameters)}`}
        summary={summaryOf(request)}
        actions={isOpen && mayWrite && <CancelRequestForm project={project} id={id} />}
      />
      <Facts
        facts={[
          { name: 'Requested', value: `${formatDateAndTime(request.queuedAt)} by ${request.requestedBy}` },
          { name: 'Runner', value: request.runner ?? runnerWords(request.labels) },
          ...(request.estimateSeconds === null
            ? []
            : [{ name: 'Expected machine time', value: `${formatHours(request.estimateSeconds)} by earlier runs` }]),
          ...(request.planId === null
            ? []
            : [{ name: 'Plan', value: <a href={runPlanPath(project, request.planId)}>all requests of its plan</a> }]),
        ]}
      />
      {attempts.length > 0 && (
        <Section title="Attempts">
          <DataTable
            caption="Attempts"
            columns={attemptColumns(project)}
            rows={attempts}
            rowKey={(attempt) => attempt.id}
            stacks
          />
        </Section>
      )}
      {last !== undefined && (
        <Section title="Output" aside={last.state === 'running' ? 'live' : `of attempt ${last.number}`}>
          <LiveLog
            key={last.id}
            project={project}
            attemptId={last.id}
            isRunning={last.state === 'running'}
            first={log}
            position={position}
          />
        </Section>
      )}
    </>
  )
}

const runnerWords = (labels: readonly string[]): string =>
  labels.length === 0 ? 'any' : `any with ${labels.join(', ')}`

function summaryOf({ state, attempts }: RunRequest): string {
  const accepted = attempts.find((attempt) => attempt.state === 'accepted')
  if (accepted?.outcome === 'refused')
    return 'The runner refused the request, because its allow-list does not allow it.'
  if (accepted !== undefined) return `Attempt ${accepted.number} ${accepted.outcome ?? 'was accepted'}.`
  if (state === 'waiting') return 'Waits for a runner.'
  const last = attempts.at(-1)
  return state === 'leased' ? `Attempt ${last?.number} runs on ${last?.runner}.` : `The request is ${state}.`
}

const attemptColumns = (project: string): Column<RunAttempt>[] => [
  { key: 'number', header: 'Attempt', heads: true, cell: ({ number }) => number },
  { key: 'state', header: 'State', cell: ({ state, outcome }) => outcome ?? state },
  { key: 'runner', header: 'Runner', cell: ({ runner }) => runner },
  { key: 'from', header: 'Leased', cell: ({ leasedAt }) => formatDateAndTime(leasedAt) },
  {
    key: 'to',
    header: 'Ended',
    wideOnly: true,
    cell: ({ finishedAt }) => (finishedAt === null ? '' : formatDateAndTime(finishedAt)),
  },
  { key: 'duration', header: 'Duration', numeric: true, cell: (attempt) => attemptWords(attempt) },
  { key: 'reason', header: 'Reason', wraps: true, cell: ({ reason }) => reason ?? '' },
  {
    key: 'runs',
    header: 'Runs',
    cell: ({ runIds }) =>
      runIds.map((id, at) => (
        <a key={id} href={runPath(project, id)}>
          {runIds.length === 1 ? 'run' : `run ${at + 1} `}
        </a>
      )),
  },
]
