import { dbBenchDocument } from '../benchmarks/db-bench/import/db-bench-document.ts'
import { groupExecutions } from '../benchmarks/db-bench/import/db-bench-executions.ts'
import { mergeRows } from '../benchmarks/db-bench/import/db-bench-rows.ts'
import { sizeFields, sysbenchDocument } from '../benchmarks/sysbench/import/sysbench-document.ts'
import type { SysbenchDraft } from '../benchmarks/sysbench/import/sysbench-draft.ts'
import { measuredClients, only } from '../benchmarks/sysbench/import/sysbench-steps.ts'
import type { Problem } from '../parse/problem.ts'
import type { UploadDocument } from '../run/upload-document.ts'
import type { BuiltRun } from './built-run.ts'
import { checkMachines, type MachineOfRun, type StatedMachine } from './check-machine.ts'
import { commonSettings } from './config-settings.ts'
import type { CpuStatement } from './cpu-statements.ts'
import { countOf, type Fields, readSwitch } from './fields.ts'
import type { ImportContext, Recorded } from './import-context.ts'
import { joinQuestions, type OpenQuestion } from './open-question.ts'
import type { ImportOverrides } from './overrides.ts'
import type { ImportProfile } from './profile.ts'
import { type InputFile, plainPathOf, readFiles } from './read-files.ts'
import { type MadeRun, refusedWithoutRun, withoutRefusedRuns } from './refuse-runs.ts'
import { resultDocument } from './result-document.ts'
import { findMachine } from './run-facts.ts'

export type GroupOptions = {
  profile: ImportProfile
  overrides: ImportOverrides
  /** The records of `assay exec` for these files; null without records. */
  recorded: Recorded | null
}

export type ImportResult = {
  /** One per run, in the order of their data sets and servers, whatever the order of the files. */
  documents: UploadDocument[]
  /** Content that was not understood. All other content is in the documents. */
  problems: Problem[]
  /** Facts that nothing states. While there are any, the import has stopped and there are no documents. */
  questions: OpenQuestion[]
  /** Statements about one machine that cannot all be true. They stop the import as questions do. */
  contradictions: Problem[]
  /** Files that were read, and as what. */
  understood: { path: string; kind: string }[]
  /** Files that hold nothing to import, and why. */
  ignored: { path: string; reason: string }[]
  /** The files that each document is made of, by its index: what to attach to the run. */
  sources: Map<number, string[]>
  /** Number of runs without a document, because their figures contradict each other or are cut; `problems` say where. */
  refusedRuns: number
}

/** The documents of files that one profile and one set of statements are about. */
export function importGroup(files: Iterable<InputFile>, { profile, overrides, recorded }: GroupOptions): ImportResult {
  const context = readFiles(files, { profile, overrides, recorded })
  const made: MadeRun[] = []
  const problems = [...context.problems]
  const questions: OpenQuestion[] = []
  let refusedDocuments = 0
  const keep = (built: BuiltRun, paths: ReadonlySet<string>) => {
    problems.push(...built.problems)
    if (built.lacksMachine === true) questions.push(askForMachine(context, paths))
    // One with a document is counted where its files are refused.
    if (built.document === null && built.problems.some(({ refusesRun }) => refusesRun)) refusedDocuments++
    if (built.document !== null) made.push({ document: built.document, paths })
  }

  const sysbench = profile.benchmarks.sysbench
  if (sysbench !== undefined) {
    const drafts = context.drafts.unified()
    const clientsOf = clientsByDataset(drafts)
    const sizeOf = sizesByDataset(drafts)
    for (const draft of drafts) {
      // A column of a table in which no test has a result, or files beside outputs that are not there.
      if (draft.fragments.every(({ content }) => content.kind === 'beside')) continue
      const clientsOfDataset = clientsOf.get(draft.dataset) ?? null
      const sizeOfDataset = sizeOf.get(draft.dataset) ?? {}
      const context = { profile, rule: sysbench, overrides, clientsOfDataset, sizeOfDataset, recorded }
      keep(sysbenchDocument(draft, context), draft.paths)
    }
  }
  const dbbench = profile.benchmarks.db_bench
  if (dbbench !== undefined) {
    const merged = mergeRows(context.rows)
    problems.push(...merged.problems)
    for (const execution of groupExecutions(merged.rows)) {
      const paths = new Set(execution.rows.flatMap(({ paths }) => [...paths]))
      keep(dbBenchDocument(execution, { profile, rule: dbbench, overrides }), paths)
    }
  }

  for (const draft of context.results.all()) keep(resultDocument(draft, { profile, overrides }), draft.paths)

  const accepted = withoutRefusedRuns(made, problems)
  const refusedRuns = made.length - accepted.length + refusedDocuments + refusedWithoutRun(made, context.problems)
  if (questions.length > 0) {
    return { ...stopped(context, problems), refusedRuns, questions: joinQuestions(questions) }
  }
  const contradictions = checkMachines(machinesOf(context, accepted), (name) => statedMachine(context, name))
  if (contradictions.length > 0) return { ...stopped(context, problems), refusedRuns, contradictions }
  const all = accepted.map((run) => withCpus(run, context))
  // Facts that `assay exec` recorded need no agreement between files, and must not depend on the other files of the
  // import.
  const documents = recorded === null ? agreeOnSettings(all) : all
  return {
    ...stopped(context, problems),
    documents,
    refusedRuns,
    sources: new Map(accepted.map(({ paths }, index) => [index, [...paths].sort()])),
  }
}

/** The result of an import that gives no document. */
function stopped({ understood, ignored }: ImportContext, problems: readonly Problem[]): ImportResult {
  const nothing = {
    documents: [],
    questions: [],
    contradictions: [],
    refusedRuns: 0,
    sources: new Map<number, string[]>(),
  }
  return { ...nothing, problems: distinct(problems), understood, ignored }
}

function askForMachine({ decoder }: ImportContext, paths: ReadonlySet<string>): OpenQuestion {
  const [file = ''] = [...paths].sort()
  return { field: 'hardware', file, runs: 1, candidates: decoder.directory(folderOf(file)).undecoded }
}

const folderOf = (path: string): string => {
  const plain = plainPathOf(path)
  return plain.slice(0, Math.max(0, plain.lastIndexOf('/')))
}

/** The runs with what their own files, and files above them that belong to no run, print about their machines. */
function machinesOf(context: ImportContext, made: readonly MadeRun[]): MachineOfRun[] {
  return made.map((run) => ({ name: run.document.hardware.name, statements: statementsOf(run, context, made) }))
}

function statementsOf({ paths }: MadeRun, { cpuStatements, recorded }: ImportContext, made: readonly MadeRun[]) {
  const used = new Set(made.flatMap((run) => [...run.paths]))
  const isAbove = (path: string) => {
    const folder = folderOf(path)
    return [...paths].some((own) => folder === '' || folderOf(own) === folder || folderOf(own).startsWith(`${folder}/`))
  }
  const own = cpuStatements
    .filter(({ path }) => paths.has(path) || (!used.has(path) && isAbove(path)))
    .filter((statement) => !isLimited(statement, recorded))
  const [first = ''] = [...paths].sort()
  const ofRecord =
    recorded?.cpus == null ? [] : [{ kind: 'online' as const, cpus: recorded.cpus, path: first, line: 1 }]
  return [...ofRecord, ...own]
}

/**
 * A program that runs under a limit of CPUs may count those that are left to it: nproc does, sysconf does not. The record
 * says how many the machine has.
 */
function isLimited({ kind, cpus }: CpuStatement, recorded: Recorded | null): boolean {
  if (recorded === null || recorded.cpus === null || recorded.cpuLimit === null) return false
  return kind === 'online' && cpus < recorded.cpus && cpus >= Math.floor(recorded.cpuLimit)
}

function statedMachine({ profile, overrides }: ImportContext, name: string): StatedMachine {
  const machine = findMachine(profile, name)
  const { fields = {}, hardware } = overrides
  const stated = typeof hardware === 'object' && hardware.name === name ? hardware : machine
  return {
    cores: countOf(fields.cores, 100_000) ?? stated?.cores ?? null,
    cpus: machine?.cpus ?? null,
    smt: readSwitch(fields.smt) ?? stated?.smt ?? null,
    cpuLimit: countOf(fields.cpuLimit, 100_000),
  }
}

/** The document with the number of logical CPUs that its files print; a stated limit is recorded beside it. */
function withCpus(run: MadeRun, context: ImportContext): UploadDocument {
  const { document } = run
  const { cpuLimit, smt } = statedMachine(context, document.hardware.name)
  const statements = statementsOf(run, context, [run]).filter(
    ({ kind, cpus }) => kind !== 'online' || cpus !== cpuLimit,
  )
  const cpus = (statements.find(({ kind }) => kind === 'online') ?? statements[0])?.cpus
  const stated = readSwitch(context.overrides.fields?.smt) === null || smt === null ? {} : { smt }
  const testbed = { ...(cpus === undefined ? {} : { cpus }), ...(cpuLimit === null ? {} : { cpuLimit }), ...stated }
  return Object.keys(testbed).length === 0 ? document : { ...document, testbed: { ...document.testbed, ...testbed } }
}

/** The number of clients of each data set whose runs all have the same. */
function clientsByDataset(drafts: readonly SysbenchDraft[]): Map<string, number | null> {
  const clients = new Map<string, Set<number>>()
  for (const draft of drafts) {
    const found = clients.get(draft.dataset) ?? []
    clients.set(draft.dataset, new Set([...found, ...measuredClients(draft)]))
  }
  return new Map([...clients].map(([dataset, found]) => [dataset, only(found)]))
}

/**
 * Tables and rows of each data set, as far as its runs with output state the same. A run of which only a summary is
 * left ran on the same tables as the others of its set.
 */
function sizesByDataset(drafts: readonly SysbenchDraft[]): Map<string, Fields> {
  const sizes = new Map<string, Map<string, Fields>>()
  for (const draft of drafts) {
    const { tables, rows } = { ...draft.fields, ...sizeFields(draft) }
    if (tables === undefined || rows === undefined) continue
    const found = sizes.get(draft.dataset) ?? new Map<string, Fields>()
    sizes.set(draft.dataset, found.set(`${tables} ${rows}`, { tables, rows }))
  }
  return new Map(
    [...sizes].flatMap(([dataset, [one, ...others]]) =>
      one === undefined || others.length > 0 ? [] : [[dataset, one[1]]],
    ),
  )
}

/** A config is known by its name, so every run of that name must say the same of it. */
function agreeOnSettings(documents: readonly UploadDocument[]): UploadDocument[] {
  const byConfig = new Map<string, UploadDocument[]>()
  const keyOf = ({ product, config }: UploadDocument) => JSON.stringify([product, config.name])
  for (const document of documents) byConfig.set(keyOf(document), [...(byConfig.get(keyOf(document)) ?? []), document])
  return documents.map((document) => {
    if (document.config.settings === undefined) return document
    const saying = (byConfig.get(keyOf(document)) ?? []).flatMap(({ config }) =>
      config.settings === undefined ? [] : [config.settings],
    )
    return { ...document, config: { ...document.config, settings: commonSettings(saying) } }
  })
}

function distinct(problems: readonly Problem[]): Problem[] {
  const byText = new Map(
    problems.map((problem) => [JSON.stringify([problem.file, problem.line, problem.message]), problem]),
  )
  return [...byText.values()]
}
