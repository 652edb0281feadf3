import { NewRunPlan, PLAN_KINDS } from '@assay/domain/run-plans/run-plan'
import type { PlanFields } from './plan-fields.ts'

type Query = Readonly<Record<string, string | string[] | undefined>>

/** Reads the fields of a plan from an address or a form; a field that is missing is empty. */
export function readPlanFields(query: Query): PlanFields {
  const text = (name: string) => [query[name]].flat()[0]?.trim() ?? ''
  return {
    kind: PLAN_KINDS.find((kind) => kind === text('kind')) ?? 'repeat',
    ...{ command: text('command'), vary: text('vary') || 'version', values: text('values') },
    ...{ repeats: text('repeats') || '3', runner: text('runner'), parameters: text('parameters') },
    ...{ metric: text('metric'), test: text('test') },
  }
}

/** The plan of the fields, or the first problem for people. */
export function planOfFields(fields: PlanFields): { plan: NewRunPlan } | { problem: string } {
  const list = (text: string) => text.split(/[\s,]+/).filter((one) => one !== '')
  const parameters = Object.fromEntries(list(fields.parameters).map((one) => one.split(/=(.*)/s, 2)))
  const parsed = NewRunPlan.safeParse({
    ...{ kind: fields.kind, command: fields.command, vary: fields.vary, values: list(fields.values) },
    ...{ repeats: Number(fields.repeats), runner: fields.runner || null, parameters },
    ...{ metric: fields.metric || null, test: fields.test || null },
  })
  if (parsed.success) return { plan: parsed.data }
  const [issue] = parsed.error.issues
  return { problem: `${issue?.path.join('.') || 'The plan'}: ${issue?.message}` }
}
