import { BENCHMARKS } from '../benchmarks/registry.ts'
import { joinNeighbors } from '../companion-files/join-neighbors.ts'
import type { Problem } from '../parse/problem.ts'
import type { UploadDocument } from '../run/upload-document.ts'
import { buildRun } from './build-run.ts'
import { checkMachines } from './check-machine.ts'
import { agreeOnSettings } from './common-config-settings.ts'
import type { ImportContext, Recorded } from './import-context.ts'
import { machinesOf, statedMachine, withCpus } from './machine-statements.ts'
import { joinQuestions, type OpenQuestion } from './open-question.ts'
import type { FactOrigins } from './origins-of-facts.ts'
import type { ImportOverrides } from './overrides.ts'
import { PLACEHOLDER } from './preview/placeholder.ts'
import type { ImportProfile } from './profile.ts'
import { type InputFile, readFiles } from './read-files.ts'
import { type MadeRun, refusedWithoutRun, withoutRefusedRuns } from './refuse-runs.ts'
import { aboutRequired } from './settle/ask-about-runs.ts'
import { settleRuns } from './settle/settle-runs.ts'

export type GroupOptions = {
  profile: ImportProfile
  overrides: ImportOverrides
  /** The records of `assay exec` for these files; null without records. */
  recorded: Recorded | null
}

export type ImportResult = {
  /** One document per run, ordered by data set and server, independent of the order of the files. */
  documents: UploadDocument[]
  /** Content that was not understood. All other content is in the documents. */
  problems: Problem[]
  /** Facts that are missing or not certain, each with the indexes of the documents that it affects. */
  questions: (OpenQuestion & { affects: readonly number[] })[]
  /** Statements about one machine that cannot all be true. They stop the import as questions do. */
  contradictions: Problem[]
  /** Files that were read, with their kind. */
  understood: { path: string; kind: string }[]
  /** Files without importable content, with the reason. */
  ignored: { path: string; reason: string }[]
  /** Source files of each document, by document index. They are attached to the run. */
  sources: Map<number, string[]>
  /** The source of each dimension of each document, by document index: a file, a folder, a flag or a default. */
  origins: Map<number, FactOrigins>
  /**
   * Number of runs without a document because their figures contradict each other or are truncated; `problems` locates
   * them.
   */
  refusedRuns: number
}

/** Imports files that share one profile and one set of stated facts. */
export function importGroup(files: Iterable<InputFile>, { profile, overrides, recorded }: GroupOptions): ImportResult {
  const context = readFiles(files, { profile, overrides, recorded })
  const finished = BENCHMARKS.flatMap((benchmark) => benchmark.finish?.(context) ?? [])
  const drafts = [...finished, ...context.runs.all()]
  joinNeighbors(drafts, context)
  const made: MadeRun[] = []
  const problems = [...context.problems]
  let refusedDocuments = 0
  const lacking: OpenQuestion[] = [...context.questions]
  for (const { draft, questions } of settleRuns(drafts, context)) {
    const built = buildRun(draft, context)
    problems.push(...built.problems)
    lacking.push(...(built.missing ?? []).map((fact) => aboutRequired(fact, draft, context)))
    // A refused run that has a document is counted by withoutRefusedRuns.
    if (built.document === null && built.problems.some(({ refusesRun }) => refusesRun)) refusedDocuments++
    if (built.document !== null) {
      made.push({ document: built.document, paths: draft.paths, origins: built.origins, questions })
    }
  }

  const accepted = withoutRefusedRuns(made, problems)
  const refusedRuns = made.length - accepted.length + refusedDocuments + refusedWithoutRun(made, context.problems)
  const allQuestions = accepted.flatMap((run, index) =>
    run.questions.map((question) => ({ ...question, affects: [index] })),
  )
  const questions = joinQuestions([...lacking.map((question) => ({ ...question, affects: [] })), ...allQuestions])
  // A placeholder may stand for several machines, so their numbers of CPUs cannot contradict each other.
  const named = accepted.filter(({ document }) => document.hardware.name !== PLACEHOLDER)
  const contradictions = checkMachines(machinesOf(context, named), (name) => statedMachine(context, name))
  if (contradictions.length > 0) return { ...stopped(context, problems), refusedRuns, contradictions }
  const all = accepted.map((run) => withCpus(run, context))
  // Facts that `assay exec` recorded need no agreement between files, and must not depend on the other files of the
  // import.
  const documents = recorded === null ? agreeOnSettings(all) : all
  return {
    ...stopped(context, problems),
    documents,
    questions,
    refusedRuns,
    sources: new Map(accepted.map(({ paths }, index) => [index, [...paths].sort()])),
    origins: new Map(accepted.map(({ origins }, index) => [index, origins])),
  }
}

/** The result of an import that stopped without documents. */
function stopped({ understood, ignored }: ImportContext, problems: readonly Problem[]): ImportResult {
  return { ...emptyImport(), problems: distinct(problems), understood, ignored }
}

/** The result of an import of no files. */
export const emptyImport = (): ImportResult => ({
  documents: [],
  problems: [],
  questions: [],
  contradictions: [],
  understood: [],
  ignored: [],
  sources: new Map(),
  origins: new Map(),
  refusedRuns: 0,
})

function distinct(problems: readonly Problem[]): Problem[] {
  const byText = new Map(
    problems.map((problem) => [JSON.stringify([problem.file, problem.line, problem.message]), problem]),
  )
  return [...byText.values()]
}
