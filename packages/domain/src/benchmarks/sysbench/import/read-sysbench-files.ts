import { type CompanionContent, NO_STEP } from '../../../companion-files/companion-content.ts'
import { originsOfFile } from '../../../import/facts/origins.ts'
import { countOf, type Fields, fieldsOfRun, paramsOf } from '../../../import/fields.ts'
import {
  differingFields,
  failureOf,
  type ImportContext,
  type SourceFile,
  take,
} from '../../../import/import-context.ts'
import { LOAD_PHASE, LOAD_STEP, type StepName, stepFromFields, withoutClients } from '../../../import/step-name.ts'
import { refusal } from '../../../parse/invariants/invariants.ts'
import { parseResultLines } from '../parse/result-lines.ts'
import { scriptOfMix } from '../parse/script-of-mix.ts'
import { mayBeSameTest, type SysbenchReportText, splitSysbenchReports } from '../parse/split-sysbench-reports.ts'
import { readSysbenchCommand } from '../parse/sysbench-command.ts'
import { sampledColumns } from '../parse/sysbench-intervals.ts'
import { parseSysbenchLoadLog } from '../parse/sysbench-load-log.ts'
import { parseSysbenchMetrics } from '../parse/sysbench-metrics.ts'
import { parseSysbenchOutput, type SysbenchOutput } from '../parse/sysbench-output.ts'
import { parseSysbenchVacuumLog } from '../parse/sysbench-vacuum-log.ts'
import { type ServerFragments, type StepFragment, sysbenchFragments } from './sysbench-fragments.ts'

export function readLoadLog(context: ImportContext, file: SourceFile): void {
  const load = take(context, file, 'sysbench-load', parseSysbenchLoadLog(file.text, file.path))
  if (load === null) return
  const content = { kind: 'published' as const, values: { 'rows/s': load.rowsPerSecond } }
  addStepContent(context, file, content, { step: LOAD_STEP })
}

export function readStepMetrics(context: ImportContext, file: SourceFile): void {
  if (!namesStep(context, file)) return
  const metrics = take(context, file, 'sysbench-metrics', parseSysbenchMetrics(file.text, file.path))
  if (metrics !== null) addStepContent(context, file, { kind: 'step-metrics', metrics })
}

export function readResultLines(context: ImportContext, file: SourceFile): void {
  if (!namesStep(context, file)) return
  const lines = take(context, file, 'result-lines', parseResultLines(file.text, file.path))
  for (const { line, metric, cells } of lines ?? []) {
    const values = cells.map(({ value }) => value)
    addStepContent(context, file, { kind: 'columns', metric, values }, { line })
  }
}

/** True when the file name states the step. Files of a step without a name are ignored. */
function namesStep({ ignored }: ImportContext, { path, named }: SourceFile): boolean {
  if (stepFromFields(named?.fields ?? {}) !== null) return true
  ignored.push({ path, reason: NO_STEP })
  return false
}

/** Reads an output. The reports that several calls wrote into one file are repeats, or tests with other clients. */
export function readSysbenchOutput(context: ImportContext, file: SourceFile): void {
  const reports = splitSysbenchReports(file.text)
  if (reports.length === 1) {
    readReport(context, file)
    return
  }
  const repeats = new Map<string, number>()
  const nameless: SysbenchReportText['did'][] = []
  for (const { text, line, did } of reports) {
    const { value } = parseSysbenchOutput(text, file.path)
    const key = JSON.stringify([value?.threads ?? null, value?.script ?? null])
    if (value?.script == null) nameless.push(did)
    if (nameless.some((other) => !mayBeSameTest(other, did))) {
      const message =
        'is of another test than the reports before it, and sysbench prints no names; write each test to a file of its own'
      context.problems.push(refusal(file.path, message, line))
      serverOf(context, file).paths.add(file.path)
      return
    }
    const repeat = (repeats.get(key) ?? 0) + 1
    repeats.set(key, repeat)
    const stated = { ...file.directory.fields, ...file.named?.fields }.repeat
    if (repeat > 1 && stated !== undefined) {
      const message = `repeats a test, although a name states the repeat number ${stated}; the first report is used`
      context.problems.push({ file: file.path, line, message })
    } else readReport(context, { ...file, text, named: namedRepeat(file, repeat) })
  }
}

function namedRepeat({ named }: SourceFile, repeat: number): SourceFile['named'] {
  if (repeat === 1) return named
  return { ...(named ?? { rule: null }), fields: { ...named?.fields, repeat: String(repeat) } }
}

function readReport(context: ImportContext, file: SourceFile): void {
  const parsed = parseSysbenchOutput(file.text, file.path)
  const failure = failureOf(context, file, parsed)
  if (failure !== null) {
    addFailure(context, file, failure)
    return
  }
  const output = take(context, file, 'sysbench', parsed)
  if (output !== null) addOutput(context, file, withRecord(output, context, file))
  // A run must list the file that refuses it, even when tables have the other values.
  else serverOf(context, file).paths.add(file.path)
}

/** Adds a failed test under the name and clients that its file name, its record or its command states. */
export function addFailure(context: ImportContext, file: SourceFile, reason: string): void {
  context.understood.push({ path: file.path, kind: 'sysbench' })
  const fields = file.named?.fields ?? {}
  const step = stepFromFields(fields) ?? { base: plainName(file.name), phase: null, range: null }
  const head = file.text.slice(0, HEAD)
  const printed = readSysbenchCommand(/^.*\bsysbench .*--.*$/m.exec(head)?.[0] ?? '')
  if (file.named?.evidence !== undefined && printed?.script != null) step.base = printed.script
  const recorded = context.recorded?.steps.get(file.plainPath)
  const command = recorded?.command ?? printed?.command ?? null
  const threads = countOf(/^Number of threads: (\d{1,7})$/m.exec(head)?.[1])
  if (file.named?.rule == null) step.base = withoutClients(step.base, threads)
  const clients = countOf(fields.clients) ?? threads ?? recorded?.clients ?? null
  addFragment(context, file, { step, clients, content: { kind: 'failure', reason, command } })
}

/** The header of sysbench is within these first characters. */
const HEAD = 100_000

/** Adds the command and the number of CPUs from the record. sysbench prints neither, though scripts may. */
function withRecord(output: SysbenchOutput, { recorded }: ImportContext, { plainPath }: SourceFile): SysbenchOutput {
  const command = recorded?.steps.get(plainPath)?.command
  if (recorded === null || command === undefined) return output
  const read = readSysbenchCommand(command)
  const { options, script } = read ?? output
  const cpus = output.cpus ?? recorded.cpus
  return output.command === null
    ? { ...output, cpus, command: read?.command ?? command, options, script }
    : { ...output, cpus }
}

function addOutput(context: ImportContext, file: SourceFile, output: SysbenchOutput): void {
  const fields = file.named?.fields ?? {}
  const base = output.script ?? scriptOfMix(output) ?? plainName(file.name)
  const step = stepFromFields(fields) ?? { base, phase: null, range: null }
  if (file.named?.rule == null) step.base = withoutClients(step.base, output.threads)
  if (file.named?.evidence !== undefined && output.script !== null) step.base = output.script
  const named = countOf(fields.clients)
  if (named !== null && output.threads !== null && named !== output.threads) {
    const message = `ran with ${output.threads} threads, though its name says ${named}`
    context.problems.push({ file: file.path, message })
  }
  const content = { kind: 'output' as const, output: { ...output, intervals: sampledColumns(output.intervals) } }
  addFragment(context, file, { step, clients: output.threads ?? named, content })
}

/** Adds a companion file without a result. Its name contains the step, or its folder names the server. */
export function addCompanion(context: ImportContext, file: SourceFile, content: CompanionContent): void {
  if (content.kind !== 'settings') {
    addStepContent(context, file, content)
    return
  }
  const server = serverOf(context, file)
  server.settings = { ...server.settings, ...content.settings }
  server.paths.add(file.path)
}

/** Adds content that belongs to the step in the file name. */
function addStepContent(
  context: ImportContext,
  file: SourceFile,
  content: StepFragment['content'],
  { line, ...known }: { line?: number; step?: StepName } = {},
): void {
  const fields = file.named?.fields ?? {}
  const step = known.step ?? stepFromFields(fields)
  if (step === null) return
  const clients = step.phase === LOAD_PHASE ? null : countOf(fields.clients)
  addFragment(context, file, { step, clients, content, ...(line === undefined ? {} : { line }) })
}

type NewFragment = { step: StepName; clients: number | null; content: StepFragment['content']; line?: number }

function addFragment(context: ImportContext, file: SourceFile, { step, clients, content, line }: NewFragment): void {
  const location = line === undefined ? { path: file.path } : { path: file.path, line }
  const server = serverOf(context, file)
  server.fragments.push({
    location,
    step,
    clients,
    params: paramsOf({ ...file.directory.fields, ...file.named?.fields }),
    content,
  })
  server.paths.add(file.path)
  context.heldFiles.add(file.path)
}

/** The fragments of the server that the path of a file names. */
function serverOf(context: ImportContext, file: SourceFile): ServerFragments {
  const { path, directory, named } = file
  const { dataset, datasetName, server } = directory
  const ofFile: Fields = named?.fields ?? {}
  const fragments = sysbenchFragments(context).server({
    dataset,
    datasetName,
    server: server?.name ?? null,
    isRaw: true,
    fields: { ...directory.fields, ...fieldsOfRun(ofFile), ...(ofFile.pk === undefined ? {} : { pk: ofFile.pk }) },
    origins: originsOfFile(file, {}),
    identity: differingFields(directory, fieldsOfRun(ofFile)),
  })
  if (server !== null && server.problem !== null) fragments.unknown ??= { location: { path }, message: server.problem }
  return fragments
}

/** Reads rows and tables of the run, which only this log states. */
export function readVacuumLog(context: ImportContext, file: SourceFile): void {
  const { path, text } = file
  const parsed = parseSysbenchVacuumLog(text, path)
  if (parsed.value === null && parsed.problems.length === 0) {
    context.ignored.push({ path, reason: 'log of the pause between load and test' })
    return
  }
  const log = take(context, file, 'vacuum-log', parsed)
  if (log === null || log.rows === null || log.tables === null || log.tables === 0) return
  const rows = log.rows / log.tables
  if (!Number.isSafeInteger(rows)) return
  const fragments = serverOf(context, file)
  const size = { tables: String(log.tables), rows: String(rows) }
  fragments.fields = { ...size, ...fragments.fields }
  fragments.origins = { ...originsOfFile(file, size), ...fragments.origins }
  fragments.paths.add(path)
}

/** A file name without its extension, such as `oltp_read_only.t8`. */
const plainName = (name: string): string => name.replace(/\.(txt|log|out)$/, '') || name
