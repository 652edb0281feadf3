import { runnersPath } from '../../paths.ts'
import type { RunPlan, RunRequest } from '../../trpc/api-types.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatDateAndTime } from '../../ui/format-date.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { CancelPlanForm } from './cancel-forms.tsx'
import { formatHours } from './request-words.ts'
import { requestColumns } from './runners-screen.tsx'

type Props = { project: string; plan: RunPlan; requests: readonly RunRequest[]; mayWrite: boolean }

/** A plan with its conclusion and its requests, in their order. */
export function PlanScreen({ project, plan, requests, mayWrite }: Props) {
  const { id, title, state, conclusion, settings, machineSeconds } = plan
  const inOrder = requests.toSorted((a, b) => a.position - b.position)
  return (
    <>
      <PageHeader
        above={<a href={runnersPath(project)}>Runners</a>}
        title={title}
        summary={
          conclusion ??
          `${requests.filter(({ finishedAt }) => finishedAt !== null).length} of ${requests.length} requests have ended.`
        }
        actions={state === 'active' && mayWrite && <CancelPlanForm project={project} id={id} />}
      />
      <Facts
        facts={[
          { name: 'State', value: state },
          { name: 'Kind', value: settings.kind },
          { name: 'Command', value: `${settings.command}, ${settings.vary} varies` },
          { name: 'Runs of each value', value: settings.repeats },
          { name: 'Runner', value: settings.runner ?? 'any' },
          { name: 'Planned machine time', value: machineSeconds === null ? 'unknown' : formatHours(machineSeconds) },
          { name: 'Started', value: `${formatDateAndTime(plan.createdAt)} by ${plan.requestedBy}` },
        ]}
      />
      <Section title="Requests">
        <DataTable
          caption="Requests"
          columns={requestColumns(project)}
          rows={inOrder}
          rowKey={(request) => request.id}
          stacks
        />
      </Section>
    </>
  )
}
