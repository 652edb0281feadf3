import { machineCalendars, waitingInOrder } from '@assay/domain/run-requests/machine-calendar'
import { docPath, newRunPlanPath, runEnginesPath, runPlanPath, runRequestPath } from '../../paths.ts'
import type { Runner, RunPlan, RunRequest } from '../../trpc/api-types.ts'
import { Badge } from '../../ui/badge.tsx'
import button from '../../ui/button.module.css'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { countOf } from '../../ui/format-count.ts'
import { formatDateAndTime } from '../../ui/format-date.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { FirstRunner } from './first-runner.tsx'
import { MachineCalendars } from './machine-calendars.tsx'
import { formatHours, machineTimeWords, parameterWords } from './request-words.ts'

type Props = {
  project: string
  runners: readonly Runner[]
  /** Open requests, and the newest ones that have ended. */
  requests: readonly RunRequest[]
  plans: readonly RunPlan[]
  now: number
  mayWrite: 'yes' | 'no' | 'sign-in'
}

/** The runners of a project, its queue, what ran and will run on each machine, and its plans. */
export function RunnersScreen({ project, runners, requests, plans, now, mayWrite }: Props) {
  const waiting = waitingInOrder(requests)
  const running = requests.filter(({ state }) => state === 'leased')
  const ended = requests.filter(({ finishedAt }) => finishedAt !== null).slice(0, MAX_ENDED)
  return (
    <>
      <PageHeader
        title={runners.length + requests.length === 0 ? 'Runners' : runnersTitle(runners, running.length, waiting)}
        summary="Machines that run benchmarks on request, their queue and what they ran."
        actions={
          runners.length > 0 && (
            <>
              <a href={docPath('runners')} className={button.button}>
                Add a runner
              </a>
              <a href={runEnginesPath(project)} className={button.button}>
                Engines
              </a>
              <a href={newRunPlanPath(project)} className={button.button}>
                Plan runs
              </a>
            </>
          )
        }
      />
      {runners.length === 0 ? (
        <FirstRunner project={project} mayWrite={mayWrite} />
      ) : (
        <DataTable caption="Runners" columns={RUNNER_COLUMNS} rows={runners} rowKey={({ name }) => name} />
      )}
      {running.length + waiting.length > 0 && (
        <Section title="Queue" aside={`${running.length} running, ${waiting.length} waiting`}>
          <DataTable
            caption="Queue"
            columns={requestColumns(project)}
            rows={[...running, ...waiting]}
            rowKey={({ id }) => id}
            stacks
          />
        </Section>
      )}
      {requests.length > 0 && (
        <Section title="Calendar" aside="what ran, runs and will run, in UTC">
          <MachineCalendars project={project} calendars={machineCalendars(runners, requests, now)} now={now} />
        </Section>
      )}
      {plans.length > 0 && (
        <Section title="Plans">
          <DataTable caption="Plans" columns={planColumns(project)} rows={plans} rowKey={({ id }) => id} stacks />
        </Section>
      )}
      {ended.length > 0 && (
        <Section title="Ended requests" aside={`the newest ${ended.length}`}>
          <DataTable
            caption="Ended requests"
            columns={requestColumns(project)}
            rows={ended}
            rowKey={({ id }) => id}
            stacks
          />
        </Section>
      )}
    </>
  )
}

const MAX_ENDED = 30

/** "1 of 2 runners online; 1 attempt running, 3 requests waiting (2 h)". */
function runnersTitle(runners: readonly Runner[], running: number, waiting: readonly RunRequest[]): string {
  const online = runners.filter(({ isOnline }) => isOnline).length
  const known = waiting.reduce((sum, { estimateSeconds }) => sum + (estimateSeconds ?? 0), 0)
  const hours = known === 0 ? '' : ` (${formatHours(known)})`
  const queue = `${countOf(running, 'attempt')} running, ${countOf(waiting.length, 'request')} waiting${hours}`
  return runners.length === 0 ? queue : `${online} of ${countOf(runners.length, 'runner')} online; ${queue}`
}

const RUNNER_COLUMNS: Column<Runner>[] = [
  { key: 'name', header: 'Runner', heads: true, cell: ({ name }) => name },
  {
    key: 'state',
    header: 'State',
    cell: ({ kind, isOnline }) => (
      <Badge tone={isOnline ? 'accent' : 'warn'}>
        {kind === 'webhook' ? 'engine' : isOnline ? 'online' : 'offline'}
      </Badge>
    ),
  },
  { key: 'hardware', header: 'Machine', cell: ({ hardware }) => hardware },
  { key: 'labels', header: 'Labels', wideOnly: true, cell: ({ labels }) => labels.join(', ') },
  {
    key: 'commands',
    header: 'Commands',
    wraps: true,
    cell: ({ commands }) => commands.map(({ name }) => name).join(', '),
  },
  { key: 'seen', header: 'Last seen', wideOnly: true, cell: ({ seenAt }) => formatDateAndTime(seenAt) },
]

export const requestColumns = (project: string): Column<RunRequest>[] => [
  {
    key: 'command',
    header: 'Request',
    heads: true,
    cell: ({ id, command, parameters }) => (
      <a href={runRequestPath(project, id)}>
        {command} {parameterWords(parameters)}
      </a>
    ),
  },
  { key: 'state', header: 'State', cell: (request) => stateOf(request) },
  { key: 'attempts', header: 'Attempts', numeric: true, cell: ({ attempts }) => attempts.length },
  {
    key: 'runner',
    header: 'Runner',
    cell: ({ attempts, runner }) => attempts.at(-1)?.runner ?? runner ?? 'any',
  },
  {
    key: 'estimate',
    header: 'Machine time',
    numeric: true,
    wideOnly: true,
    cell: (request) => machineTimeWords(request),
  },
  { key: 'by', header: 'Requested by', wideOnly: true, cell: ({ requestedBy }) => requestedBy },
  { key: 'at', header: 'Requested', wideOnly: true, cell: ({ queuedAt }) => formatDateAndTime(queuedAt) },
]

function stateOf({ state, attempts }: RunRequest): string {
  const accepted = attempts.find((attempt) => attempt.state === 'accepted')
  if (accepted !== undefined) return accepted.outcome ?? 'finished'
  return state === 'leased' ? 'running' : state
}

const planColumns = (project: string): Column<RunPlan>[] => [
  {
    key: 'title',
    header: 'Plan',
    heads: true,
    cell: ({ id, title }) => <a href={runPlanPath(project, id)}>{title}</a>,
  },
  { key: 'state', header: 'State', cell: ({ state }) => state },
  { key: 'conclusion', header: 'Conclusion', wraps: true, cell: ({ conclusion }) => conclusion ?? '' },
  {
    key: 'time',
    header: 'Planned machine time',
    numeric: true,
    wideOnly: true,
    cell: ({ machineSeconds }) => (machineSeconds === null ? 'unknown' : formatHours(machineSeconds)),
  },
  { key: 'by', header: 'Started by', wideOnly: true, cell: ({ requestedBy }) => requestedBy },
  { key: 'at', header: 'Started', wideOnly: true, cell: ({ createdAt }) => formatDateAndTime(createdAt) },
]
