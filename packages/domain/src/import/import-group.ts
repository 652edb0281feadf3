import type { Problem } from '../parse/problem.ts'
import type { UploadDocument } from '../run/upload-document.ts'
import type { BuiltRun } from './built-run.ts'
import { commonSettings } from './config-settings.ts'
import { dbbenchDocument } from './dbbench-document.ts'
import { groupExecutions } from './dbbench-executions.ts'
import { mergeRows } from './dbbench-rows.ts'
import { joinQuestions, type OpenQuestion } from './open-question.ts'
import type { ImportOverrides } from './overrides.ts'
import type { ImportProfile } from './profile.ts'
import { type InputFile, plainPathOf, readFiles } from './read-files.ts'
import type { Reading, Recorded } from './reading.ts'
import { type MadeRun, refusedWithoutRun, withoutRefusedRuns } from './refuse-runs.ts'
import { resultDocument } from './result-document.ts'
import { sysbenchDocument } from './sysbench-document.ts'
import type { SysbenchDraft } from './sysbench-draft.ts'
import { measuredClients, only } from './sysbench-steps.ts'

export type GroupOptions = {
  profile: ImportProfile
  overrides: ImportOverrides
  /** What `assay exec` wrote down of the files; null for all others. */
  recorded: Recorded | null
}

export type ImportResult = {
  /** One per run, in the order of their data sets and servers, whatever the order of the files. */
  documents: UploadDocument[]
  /** What was not understood. The documents hold everything else. */
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
  const reading = readFiles(files, { profile, overrides, recorded })
  const made: MadeRun[] = []
  const problems = [...reading.problems]
  const questions: OpenQuestion[] = []
  const keep = (built: BuiltRun, paths: ReadonlySet<string>) => {
    problems.push(...built.problems)
    if (built.lacksMachine === true) questions.push(askForMachine(reading, paths))
    if (built.document !== null) made.push({ document: built.document, paths })
  }

  const sysbench = profile.benchmarks.sysbench
  if (sysbench !== undefined) {
    const drafts = reading.drafts.unified()
    const clientsOf = clientsByDataset(drafts)
    for (const draft of drafts) {
      // A column of a table in which no test has a result, or files beside outputs that are not there.
      if (draft.pieces.every(({ content }) => content.kind === 'beside')) continue
      const clientsOfDataset = clientsOf.get(draft.dataset) ?? null
      keep(sysbenchDocument(draft, { profile, rule: sysbench, overrides, clientsOfDataset, recorded }), draft.paths)
    }
  }
  const dbbench = profile.benchmarks.db_bench
  if (dbbench !== undefined) {
    const merged = mergeRows(reading.rows)
    problems.push(...merged.problems)
    for (const execution of groupExecutions(merged.rows)) {
      const paths = new Set(execution.rows.flatMap(({ paths }) => [...paths]))
      keep(dbbenchDocument(execution, { profile, rule: dbbench, overrides }), paths)
    }
  }

  for (const draft of reading.results.all()) keep(resultDocument(draft, { profile, overrides }), draft.paths)

  const accepted = withoutRefusedRuns(made, problems)
  const refusedRuns = made.length - accepted.length + refusedWithoutRun(made, problems)
  if (questions.length > 0) {
    return { ...stopped(reading, problems), refusedRuns, questions: joinQuestions(questions) }
  }
  const all = accepted.map(({ document }) => document)
  // What a server said itself is no matter of agreement, and must not depend on what else is imported.
  const documents = recorded === null ? agreeOnSettings(all) : all
  return {
    ...stopped(reading, problems),
    documents,
    refusedRuns,
    sources: new Map(accepted.map(({ paths }, index) => [index, [...paths].sort()])),
  }
}

/** The result of an import that gives no document. */
function stopped({ understood, ignored }: Reading, problems: readonly Problem[]): ImportResult {
  const nothing = {
    documents: [],
    questions: [],
    contradictions: [],
    refusedRuns: 0,
    sources: new Map<number, string[]>(),
  }
  return { ...nothing, problems: distinct(problems), understood, ignored }
}

function askForMachine({ decoder }: Reading, paths: ReadonlySet<string>): OpenQuestion {
  const [file = ''] = [...paths].sort()
  return { field: 'hardware', file, runs: 1, candidates: decoder.directory(folderOf(file)).undecoded }
}

const folderOf = (path: string): string => {
  const plain = plainPathOf(path)
  return plain.slice(0, Math.max(0, plain.lastIndexOf('/')))
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
