import { formatMachineTime } from '@assay/domain/run-plans/draft-plan'
import type { NewRunPlan, PlanKind } from '@assay/domain/run-plans/run-plan'
import { newRunPlanPath, runnersPath } from '../../paths.ts'
import type { Runner, RunPlanDraft } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { countOf } from '../../ui/format-count.ts'
import { Input, Textarea } from '../../ui/input.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PlainForm } from '../../ui/plain-form.tsx'
import { Section } from '../../ui/section.tsx'
import style from './new-plan.module.css'
import type { PlanFields } from './plan-fields.ts'
import { StartPlanForm } from './start-plan-form.tsx'

type Planned = { plan: NewRunPlan; draft?: RunPlanDraft } | { problem: string }

type Props = {
  project: string
  runners: readonly Runner[]
  fields: PlanFields
  /** Null before values are given. */
  planned: Planned | null
  mayWrite: boolean
}

const KINDS: readonly (readonly [PlanKind, string])[] = [
  ['repeat', 'Repeat what is inconclusive, the cheapest value first'],
  ['confirm', 'Confirm a change between two values'],
  ['interleave', 'Compare two values in turns (A B B A)'],
  ['backfill', 'Measure versions that are missing'],
  ['bisect', 'Bisect ordered values, the good end first: find the first one with a change'],
]

/** The form of a plan, and its machine hours before it starts. */
export function NewPlanScreen({ project, runners, fields, planned, mayWrite }: Props) {
  return (
    <>
      <PageHeader
        above={<a href={runnersPath(project)}>Runners</a>}
        title="Plan runs"
        summary="The server decides the order of the runs and requests them from a runner."
      />
      {runners.length === 0 ? (
        <EmptyState title="No runners yet">
          <p>
            A plan needs a machine that executes runs. <a href="/docs/runners">Start one with assay runner.</a>
          </p>
        </EmptyState>
      ) : (
        <div className={style.columns}>
          <PlanForm project={project} runners={runners} fields={fields} />
          <Section title="Before it starts">
            <Preview project={project} planned={planned} mayWrite={mayWrite} />
          </Section>
        </div>
      )}
    </>
  )
}

function PlanForm({ project, runners, fields }: Pick<Props, 'project' | 'runners' | 'fields'>) {
  const commands = [...new Set(runners.flatMap((runner) => runner.commands.map(({ name }) => name)))]
  return (
    <PlainForm action={newRunPlanPath(project)} method="get" aria-label="Plan" className={style.form}>
      <SelectField label="Purpose" name="kind" value={fields.kind} options={KINDS} />
      <SelectField
        label="Command"
        name="command"
        value={fields.command}
        options={commands.map((name) => [name, name] as const)}
      />
      <SelectField
        label="Runner"
        help="values that are compared need one machine"
        name="runner"
        value={fields.runner}
        options={[['', 'any'], ...runners.map(({ name }) => [name, name] as const)]}
      />
      <Field label="Values" help="separated by spaces or lines">
        <Textarea name="values" required rows={4} defaultValue={fields.values} />
      </Field>
      <Field label="Parameter that gets the values">
        <Input name="vary" required maxLength={100} defaultValue={fields.vary} />
      </Field>
      <Field label="Runs of each value">
        <Input name="repeats" type="number" min={1} max={50} required defaultValue={fields.repeats} />
      </Field>
      <Field label="Other parameters" help="such as tables=8 clients=16">
        <Input name="parameters" maxLength={2_000} defaultValue={fields.parameters} />
      </Field>
      <Field label="Metric" help="for a bisection">
        <Input name="metric" maxLength={200} defaultValue={fields.metric} />
      </Field>
      <Field label="Test" help="for a bisection; empty for the mean of all tests">
        <Input name="test" maxLength={300} defaultValue={fields.test} />
      </Field>
      <Button type="submit">Show machine hours</Button>
    </PlainForm>
  )
}

function Preview({ project, planned, mayWrite }: Pick<Props, 'project' | 'planned' | 'mayWrite'>) {
  if (planned === null) return <p>Enter values to see the runs and their machine hours.</p>
  if ('problem' in planned) return <p role="alert">{planned.problem}</p>
  const { plan, draft } = planned
  if (!mayWrite || draft === undefined) return <p>Sign in as an author of this project to plan runs.</p>
  return (
    <>
      <p className={style.time}>
        <strong>{formatMachineTime(draft.time)}</strong>
      </p>
      <p>
        {draft.title}: {countOf(draft.values.length, 'run')}
        {plan.kind === 'bisect' ? ' of both ends; each result decides the next value' : ''}.
      </p>
      <ol className={style.order} aria-label="Order of the runs">
        {[...draft.values.entries()].slice(0, MAX_SHOWN).map(([at, value]) => (
          <li key={at}>{value}</li>
        ))}
        {draft.values.length > MAX_SHOWN && <li>and {draft.values.length - MAX_SHOWN} more</li>}
      </ol>
      <StartPlanForm project={project} plan={plan} />
    </>
  )
}

const MAX_SHOWN = 40
