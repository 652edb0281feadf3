import { type ImportContext, RATIOS, type SourceFile, take } from '../../../import/import-context.ts'
import { BACKGROUND_RATE } from '../iibench-metrics.ts'
import { BUCKETS, bucketMetric, type Operation, SUMMARY_COLUMNS, summaryMetric } from '../parse/columns.ts'
import { parseIibenchReport, type StepTable } from '../parse/iibench-report.ts'
import { holdsRatios, parseServerTables, type ServerRow, type ServerTable } from '../parse/server-table.ts'
import { parseStep, STEP_METRIC, type Step } from '../parse/step.ts'
import { KNOWN_ORDERS, stepsByPosition } from '../parse/step-order.ts'
import { addSteps, type Printed, printed, type Stated, type StepRow } from './add-iibench-step.ts'
import { clientsOf, inDataset, tableOfName } from './iibench-directory.ts'

/** Reads o.sum.t.*, mrg.*, rel.*, mrg.some, rel.some and mrg.*.rt.*. */
export function readServerTables(context: ImportContext, source: SourceFile): void {
  const file = inDataset(source)
  const parsed = parseServerTables(file.text, file.path)
  if (parsed.value?.every(holdsRatios)) {
    context.ignored.push({ path: file.path, reason: RATIOS })
    return
  }
  const tables = take(context, file, 'iibench-tables', parsed) ?? []
  const ofName = tableOfName(file.name)
  for (const table of tables) {
    const complain = (message: string) => context.problems.push({ file: file.path, line: table.line, message })
    if (holdsRatios(table)) complain(`${RATIOS}; they are left out`)
    else if (table.kind === 'summary') readSummary(context, file, table, ofName.step, complain)
    else {
      const step = table.heading === null ? ofName.step : parseStep(table.heading)
      if (step === null || ofName.operation === null) {
        complain('no name says which step and operation these response times are of; expected mrg.l.i0.rt.insert')
      } else addSteps(context, file, responseRows(table.groups.flat(), step, ofName.operation), OF_MANY)
    }
  }
}

const OF_MANY: Stated = { clients: null, rows: null, isOneRun: false }

function readSummary(
  context: ImportContext,
  file: SourceFile,
  table: ServerTable,
  stepOfName: Step | null,
  complain: (message: string) => void,
): void {
  const rows = table.groups.flat()
  const step = table.heading === null ? stepOfName : parseStep(table.heading)
  if (step !== null) {
    const ofStep = rows.map((row) => summaryRow(row, table, step))
    addSteps(context, file, ofStep, OF_MANY)
  } else if (table.heading !== null) {
    complain(`\`${table.heading}\` is the name of no step`)
  } else if (new Set(rows.map(({ tag }) => tag)).size > 1) {
    complain('several servers and no step: name the file after it, as in mrg.q100.1')
  } else {
    addByPosition(context, file, table, complain)
  }
}

/** Adds a summary of one run, which lists its steps in order without their names. */
function addByPosition(
  context: ImportContext,
  file: SourceFile,
  table: ServerTable,
  complain: (message: string) => void,
): void {
  const rows = table.groups.flat()
  const clients = clientsOf(context, file, null)
  if (clients === null) {
    complain('the number of clients is not known: say it with --clients')
    return
  }
  const steps = stepsByPosition(rows, clients)
  if (steps === null) {
    const what = `no known order of steps fits the ${rows.length} rows for ${clients} clients`
    complain(`the rows name no steps, and ${what}; known: ${KNOWN_ORDERS.join('; ')}`)
    return
  }
  const named = rows.flatMap((row, i) => {
    const step = steps[i]
    return step === undefined ? [] : [summaryRow(row, table, step)]
  })
  addSteps(context, file, named, { ...OF_MANY, isOneRun: true })
}

/** Reads the published page and the files that it is made of. */
export function readReport(context: ImportContext, source: SourceFile): void {
  const file = inDataset(source)
  const parsed = parseIibenchReport(file.text, file.path)
  const { value } = parsed
  if (value !== null && value.metrics.length + value.responseTimes.length === 0 && value.tables.every(isRelative)) {
    context.ignored.push({ path: file.path, reason: RATIOS })
    return
  }
  const report = take(context, file, 'iibench-report', parsed)
  if (report === null) return
  const ofName = tableOfName(file.name)
  const stated: Stated = { clients: report.clients, rows: report.rows, isOneRun: false }
  const rows: StepRow[] = []
  for (const { step, table } of report.metrics) {
    if (!holdsRatios(table)) rows.push(...table.groups.flat().map((row) => summaryRow(row, table, step)))
  }
  for (const table of report.tables) if (!isRelative(table)) rows.push(...stepTableRows(table))
  for (const { line, step, operation, rows: shares } of report.responseTimes) {
    const [ofStep, ofOperation] = [step ?? ofName.step, operation ?? ofName.operation]
    if (ofStep !== null && ofOperation !== null) rows.push(...responseRows(shares, ofStep, ofOperation))
    else
      context.problems.push({ file: file.path, line, message: 'nothing says which step these response times are of' })
  }
  addSteps(context, file, rows, stated)
  checkTargets(context, file, report.tables, clientsOf(context, file, report.clients))
}

const isRelative = ({ kind }: StepTable): boolean => kind === 'relative'

/** Checks that the target is the rate of the step times the clients. Otherwise the number of clients is wrong. */
function checkTargets(
  context: ImportContext,
  file: SourceFile,
  tables: readonly StepTable[],
  clients: number | null,
): void {
  for (const { targets, steps, line } of tables) {
    const wrong = (targets ?? []).findIndex((target, i) => {
      const rate = steps[i]?.rate ?? null
      return target !== null && clients !== null && rate !== null && target !== rate * clients
    })
    if (wrong === -1) continue
    const message = `the target of ${steps[wrong]?.name} is ${targets?.[wrong]}, which is not its rate times ${clients} clients`
    context.problems.push({ file: file.path, line, message })
  }
}

function summaryRow({ tag, line, cells }: ServerRow, table: ServerTable, step: Step): StepRow {
  const values = new Map<string, Printed>()
  for (const column of SUMMARY_COLUMNS) {
    const cell = table.columns.includes(column) ? cells.get(column) : undefined
    const found = cell?.value == null ? null : summaryMetric(step, column, cell.value)
    if (cell !== undefined && found !== null) values.set(found.metric, printed(found.value, cell))
  }
  return { tag, line, step, values }
}

function responseRows(rows: readonly ServerRow[], step: Step, operation: Operation): StepRow[] {
  return rows.map(({ tag, line, cells }) => {
    const values = new Map<string, Printed>()
    for (const bucket of [...BUCKETS, 'max']) {
      const cell = cells.get(bucket)
      if (cell?.value != null) values.set(bucketMetric(operation, bucket), printed(cell.value, cell))
    }
    return { tag, line, step, values }
  })
}

function stepTableRows({ kind, steps, rows }: StepTable): StepRow[] {
  return rows.flatMap(({ tag, line, cells }) =>
    steps.flatMap((step, i): StepRow[] => {
      const cell = cells[i]
      if (cell?.value == null || cell.value === 0) return [] // The step did not run.
      const metric = kind === 'background' ? BACKGROUND_RATE : STEP_METRIC[step.kind]
      return [{ tag, line, step, values: new Map([[metric, printed(cell.value, cell)]]) }]
    }),
  )
}
