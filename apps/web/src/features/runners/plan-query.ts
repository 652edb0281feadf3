import { NewRunPlan, PLAN_KINDS } from '@assay/domain/run-plans/run-plan'
import type { PlanFields, PlanOrigin } from './plan-fields.ts'

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

/** The product and the machine of the page that led to the form; empty without one. */
export function readPlanOrigin(query: Query): PlanOrigin {
  const text = (name: string) => [query[name]].flat()[0]?.trim() ?? ''
  return { product: text('product'), hardware: text('hardware') }
}

type Known = {
  runners: readonly { name: string; hardware: string; commands: readonly { name: string }[] }[]
  /** Versions of products, newest first. */
  products: readonly { product: string; versions: readonly string[] }[]
}

/**
 * Completes fields by what the project has: the runner of the machine and its first command, and for a bisection of two
 * versions those between them.
 */
export function completePlanFields(fields: PlanFields, origin: PlanOrigin, { runners, products }: Known): PlanFields {
  const own = runners.find(({ hardware }) => hardware === origin.hardware)
  const offering = runners.find(({ name }) => name === (fields.runner || own?.name)) ?? runners[0]
  const command = fields.command || (offering?.commands[0]?.name ?? '')
  const between = versionsBetween(fields, products.find(({ product }) => product === origin.product)?.versions ?? [])
  return { ...fields, command, runner: fields.runner || (own?.name ?? ''), values: between ?? fields.values }
}

function versionsBetween({ kind, values }: PlanFields, newestFirst: readonly string[]): string | null {
  const [from = '', to = '', ...others] = values.split(/[\s,]+/)
  const oldestFirst = newestFirst.toReversed()
  const [first, last] = [oldestFirst.indexOf(from), oldestFirst.indexOf(to)]
  if (kind !== 'bisect' || others.length > 0 || first < 0 || last <= first) return null
  return oldestFirst.slice(first, last + 1).join(' ')
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
