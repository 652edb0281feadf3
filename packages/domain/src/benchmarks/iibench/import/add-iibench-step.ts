import { fieldsOfRun } from '../../../import/fields.ts'
import { differingFields, type ImportContext, type SourceFile } from '../../../import/import-context.ts'
import { type DraftResult, HOW_TO_SEPARATE, type RunDraft } from '../../../import/run-draft.ts'
import { INSERT_BENCHMARK } from '../iibench-metrics.ts'
import type { Cell } from '../parse/server-table.ts'
import { type Step, stepTest } from '../parse/step.ts'
import { clientsOf, serverOfTag, type TaggedServer, workloadFields } from './iibench-directory.ts'

/** A number with the count of decimals that it was printed with. */
export type Printed = { value: number; digits: number }

/** The values of one step of one server, from one row. */
export type StepRow = {
  tag: string
  line: number
  step: Step
  values: ReadonlyMap<string, Printed>
}

/** Facts that the file states outside its rows. */
export type Stated = {
  clients: number | null
  rows: number | null
  /** True when all rows are of one run, so that the user may state its server instead of a tag. */
  isOneRun: boolean
}

export const printed = (value: number, { text }: Pick<Cell, 'text'>): Printed => ({
  value,
  digits: text.split('.')[1]?.length ?? 0,
})

const digitsOf = new WeakMap<DraftResult, Map<string, number>>()

/**
 * Adds rows to their runs. A step that occurs in several files is stored once, each number with the most digits that
 * were printed. Rows that contradict each other refuse the run, because nothing shows which one is true. Rows without a
 * known server or number of clients are left out with a problem.
 */
export function addSteps(context: ImportContext, file: SourceFile, rows: readonly StepRow[], stated: Stated): void {
  const clients = clientsOf(context, file, stated.clients)
  if (clients === null) {
    const message = 'the number of clients is not known from names, nor from the file: say it with --clients'
    context.problems.push({ file: file.path, message })
    return
  }
  const drafts = new Map<string, RunDraft | null>()
  for (const row of rows) {
    const known = drafts.get(row.tag)
    const draft = known === undefined ? findDraft(context, file, row, { ...stated, clients }) : known
    drafts.set(row.tag, draft)
    if (draft !== null) addStep(context, file, draft, row, clients)
  }
}

function findDraft(
  context: ImportContext,
  file: SourceFile,
  { tag, line }: StepRow,
  stated: Stated & { clients: number },
): RunDraft | null {
  const server: TaggedServer | null =
    serverOfTag(context, tag) ?? (stated.isOneRun ? { fields: {}, rows: null, problem: null } : null)
  if (server === null || server.problem !== null) {
    const message =
      server?.problem ?? `\`${tag}\` is not the name of a server; expected one such as 20m.my8022_rel.cx6d`
    context.problems.push({ file: file.path, line, message })
    return null
  }
  const ofFile = fieldsOfRun(file.named?.fields ?? {})
  const fields = { ...file.directory.fields, ...ofFile }
  const rowsOfFile = stated.rows === null ? null : String(stated.rows)
  const rows = server.rows ?? rowsOfFile
  // A report may state the rows in its title and also before some names.
  const isApart = server.rows !== null && server.rows !== (fields.rows ?? rowsOfFile)
  return context.runs.add(file, {
    benchmark: INSERT_BENCHMARK,
    fields: { ...workloadFields(fields, { rows, clients: stated.clients }), ...server.fields },
    identity: {
      ...server.fields,
      ...differingFields(file.directory, ofFile),
      ...(isApart ? { rows: server.rows ?? '' } : {}),
    },
    results: [],
  })
}

function addStep(context: ImportContext, file: SourceFile, draft: RunDraft, row: StepRow, clients: number): void {
  const at = draft.results.findIndex(({ test, clients: of }) => test.name === row.step.name && of === clients)
  const before = draft.results[at]
  const digits = (before === undefined ? undefined : digitsOf.get(before)) ?? new Map<string, number>()
  const values: Record<string, number> = { ...before?.values }
  const differing: string[] = []
  for (const [metric, { value, digits: own }] of row.values) {
    const known = values[metric]
    const knownDigits = digits.get(metric) ?? 0
    if (known !== undefined && !agree({ value: known, digits: knownDigits }, { value, digits: own })) {
      differing.push(`${metric} ${value} here, ${known} there`)
    }
    if (known === undefined || own > knownDigits) {
      values[metric] = value
      digits.set(metric, own)
    }
  }
  if (before !== undefined && differing.length > 0) {
    const which = differing.length === 1 ? differing[0] : `${differing.length} numbers, such as ${differing[0]}`
    const message = `the row of ${row.tag} for ${row.step.name} does not say what ${before.location.path} says: ${which}. ${HOW_TO_SEPARATE}`
    context.problems.push({ file: file.path, line: row.line, message, refusesRun: true })
    draft.paths.add(file.path)
    return
  }
  const location = before?.location ?? { path: file.path, line: row.line }
  const result: DraftResult = { test: stepTest(row.step), clients, params: {}, values, location }
  digitsOf.set(result, digits)
  if (before === undefined) draft.results.push(result)
  else draft.results[at] = { ...before, ...result }
  const stored = draft.results[at]
  if (stored !== undefined) digitsOf.set(stored, digits)
}

/** True when two printed values differ by no more than their rounding. */
function agree(a: Printed, b: Printed): boolean {
  const rounding = (10 ** -a.digits + 10 ** -b.digits) / 2
  return a.value === b.value || (a.digits !== b.digits && Math.abs(a.value - b.value) <= rounding * (1 + 1e-9))
}
