import { parseIostat } from '../../../companion-files/iostat/iostat.ts'
import { parseVmstat } from '../../../companion-files/vmstat/vmstat.ts'
import { countOf, type Fields, paramsOf } from '../../../import/fields.ts'
import {
  apartFrom,
  failureOf,
  fieldsOfRun,
  type PlacedFile,
  type Reading,
  take,
} from '../../../import/import-context.ts'
import { LOAD_PHASE, LOAD_STEP, type StepName, stepFromFields } from '../../../import/step-name.ts'
import { parseResultLines } from '../parse/result-lines.ts'
import { readSysbenchCommand } from '../parse/sysbench-command.ts'
import { parseSysbenchLoadLog } from '../parse/sysbench-load-log.ts'
import { parseSysbenchMetrics } from '../parse/sysbench-metrics.ts'
import { parseSysbenchOutput, type SysbenchOutput } from '../parse/sysbench-output.ts'
import { parseSysbenchVacuumLog } from '../parse/sysbench-vacuum-log.ts'
import type { Piece, SysbenchDraft } from './sysbench-draft.ts'

/** Files that a run of sysbench left behind, one per step or one for all. */
export type SysbenchFileKind =
  | 'sysbench'
  | 'sysbench-load'
  | 'sysbench-metrics'
  | 'vmstat'
  | 'iostat'
  | 'result-lines'
  | 'vacuum-log'

/** Files that have a meaning only together with their test. */
const SIDE_FILES: ReadonlySet<SysbenchFileKind> = new Set(['sysbench-metrics', 'vmstat', 'iostat', 'result-lines'])

export function readSysbenchFile(reading: Reading, file: PlacedFile, kind: SysbenchFileKind): void {
  const { path, text } = file
  if (SIDE_FILES.has(kind) && stepFromFields(file.named?.fields ?? {}) === null) {
    reading.ignored.push({ path, reason: 'no rule of the profile says which test it was taken during' })
    return
  }
  switch (kind) {
    case 'sysbench': {
      readOutput(reading, file)
      return
    }
    case 'sysbench-load': {
      const load = take(reading, file, kind, parseSysbenchLoadLog(text, path))
      if (load !== null) {
        addSideFile(reading, file, { kind: 'published', values: { 'rows/s': load.rowsPerSecond } }, { step: LOAD_STEP })
      }
      return
    }
    case 'sysbench-metrics': {
      const metrics = take(reading, file, kind, parseSysbenchMetrics(text, path))
      if (metrics !== null) addSideFile(reading, file, { kind: 'step-metrics', metrics })
      return
    }
    case 'vmstat': {
      const vmstat = take(reading, file, kind, parseVmstat(text, path))
      if (vmstat !== null) addSideFile(reading, file, { kind: 'vmstat', vmstat })
      return
    }
    case 'iostat': {
      const iostat = take(reading, file, kind, parseIostat(text, path))
      if (iostat !== null) addSideFile(reading, file, { kind: 'iostat', iostat })
      return
    }
    case 'result-lines': {
      const lines = take(reading, file, kind, parseResultLines(text, path))
      for (const { line, metric, cells } of lines ?? []) {
        const values = cells.map(({ value }) => value)
        addSideFile(reading, file, { kind: 'columns', metric, values }, { line })
      }
      return
    }
    case 'vacuum-log':
      readVacuumLog(reading, file)
      return
  }
}

function readOutput(reading: Reading, file: PlacedFile): void {
  const parsed = parseSysbenchOutput(file.text, file.path)
  const failure = failureOf(reading, file, parsed)
  if (failure !== null) {
    addFailure(reading, file, failure)
    return
  }
  const output = take(reading, file, 'sysbench', parsed)
  if (output !== null) addOutput(reading, file, withRecord(output, reading, file))
  // The run must know of the file that refuses it, also when tables say the rest.
  else sysbenchDraftOf(reading, file).paths.add(file.path)
}

/** A failed test is stored by the name and the clients that its file name, its record or its command states. */
export function addFailure(reading: Reading, file: PlacedFile, reason: string): void {
  reading.understood.push({ path: file.path, kind: 'sysbench' })
  const fields = file.named?.fields ?? {}
  const step = stepFromFields(fields) ?? { base: plainName(file.name), phase: null, range: null }
  const recorded = reading.recorded?.steps.get(file.plainPath)
  const command = recorded?.command ?? null
  const threads = countOf(/^Number of threads: (\d{1,7})$/m.exec(file.text.slice(0, HEAD))?.[1])
  const clients = countOf(fields.clients) ?? threads ?? recorded?.clients ?? null
  addPiece(reading, file, { step, clients, content: { kind: 'failure', reason, command } })
}

/** The header of sysbench stands within these characters. */
const HEAD = 100_000

/** sysbench prints neither its command nor the number of CPUs; scripts do it for it, and so does a record. */
function withRecord(output: SysbenchOutput, { recorded }: Reading, { plainPath }: PlacedFile): SysbenchOutput {
  const command = recorded?.steps.get(plainPath)?.command
  if (recorded === null || command === undefined) return output
  const read = readSysbenchCommand(command)
  const { options, script } = read ?? output
  const cpus = output.cpus ?? recorded.cpus
  return output.command === null
    ? { ...output, cpus, command: read?.command ?? command, options, script }
    : { ...output, cpus }
}

function addOutput(reading: Reading, file: PlacedFile, output: SysbenchOutput): void {
  const fields = file.named?.fields ?? {}
  const step = stepFromFields(fields) ?? { base: output.script ?? plainName(file.name), phase: null, range: null }
  const named = countOf(fields.clients)
  if (named !== null && output.threads !== null && named !== output.threads) {
    const message = `ran with ${output.threads} threads, though its name says ${named}`
    reading.problems.push({ file: file.path, message })
  }
  addPiece(reading, file, { step, clients: output.threads ?? named, content: { kind: 'output', output } })
}

/** Files beside an output belong to the step that their name says. */
export function addSideFile(
  reading: Reading,
  file: PlacedFile,
  content: Piece['content'],
  { line, ...known }: { line?: number; step?: StepName } = {},
): void {
  const fields = file.named?.fields ?? {}
  const step = known.step ?? stepFromFields(fields)
  if (step === null) return
  const clients = step.phase === LOAD_PHASE ? null : countOf(fields.clients)
  addPiece(reading, file, { step, clients, content, ...(line === undefined ? {} : { line }) })
}

type NewPiece = { step: StepName; clients: number | null; content: Piece['content']; line?: number }

function addPiece(reading: Reading, file: PlacedFile, { step, clients, content, line }: NewPiece): void {
  const place = line === undefined ? { path: file.path } : { path: file.path, line }
  const draft = sysbenchDraftOf(reading, file)
  draft.pieces.push({
    place,
    step,
    clients,
    params: paramsOf({ ...file.directory.fields, ...file.named?.fields }),
    content,
  })
  draft.paths.add(file.path)
}

export function sysbenchDraftOf(reading: Reading, { path, directory, named }: PlacedFile): SysbenchDraft {
  const { dataset, datasetName, server } = directory
  const ofFile: Fields = named?.fields ?? {}
  const draft = reading.drafts.get({
    dataset,
    datasetName,
    server: server?.name ?? null,
    isRaw: true,
    fields: { ...directory.fields, ...fieldsOfRun(ofFile), ...(ofFile.pk === undefined ? {} : { pk: ofFile.pk }) },
    apart: apartFrom(directory, fieldsOfRun(ofFile)),
  })
  if (server !== null && server.problem !== null) draft.unknown ??= { place: { path }, message: server.problem }
  return draft
}

/** Rows and tables of the run, which only this log writes down. */
function readVacuumLog(reading: Reading, file: PlacedFile): void {
  const { path, text } = file
  const parsed = parseSysbenchVacuumLog(text, path)
  if (parsed.value === null && parsed.problems.length === 0) {
    reading.ignored.push({ path, reason: 'log of the pause between load and test' })
    return
  }
  const log = take(reading, file, 'vacuum-log', parsed)
  if (log === null || log.rows === null || log.tables === null || log.tables === 0) return
  const rows = log.rows / log.tables
  if (!Number.isSafeInteger(rows)) return
  const draft = sysbenchDraftOf(reading, file)
  draft.fields = { tables: String(log.tables), rows: String(rows), ...draft.fields }
  draft.paths.add(path)
}

/** `oltp_read_only.t8.txt` without its ending. */
const plainName = (name: string): string => name.replace(/\.(txt|log|out)$/, '') || name
