import { BENCHMARKS } from '../benchmarks/registry.ts'
import { joinNeighbors } from '../companion-files/join-neighbors.ts'
import { distinctProblems, type Problem } from '../parse/problem.ts'
import type { UploadDocument } from '../run/upload-document.ts'
import { buildRun } from './build-run.ts'
import { agreeOnSettings } from './common-config-settings.ts'
import { aboutRequired } from './complete-runs/ask-about-runs.ts'
import { completeRuns } from './complete-runs/complete-runs.ts'
import { checkMachines } from './facts/check-machine.ts'
import { machinesOf, statedMachine, withCpus } from './facts/machine-statements.ts'
import type { FactOrigins } from './facts/origins-of-facts.ts'
import type { ImportContext, Recorded, RefusedFile } from './import-context.ts'
import { joinQuestions, type OpenQuestion } from './open-question.ts'
import type { ImportOverrides } from './overrides.ts'
import { PLACEHOLDER } from './preview/placeholder.ts'
import type { ImportProfile } from './profile/profile.ts'
import { type InputFile, readFiles } from './read-files.ts'
import { type MadeRun, withoutRefusedRuns } from './refuse-runs.ts'
import { type ImportedOnce, RefusedFiles } from './refused-files.ts'
import { addStoppedOutputs } from './stopped/stopped-outputs.ts'

export type GroupOptions = {
  profile: ImportProfile
  overrides: ImportOverrides
  /** The records of `assay exec` for these files; null without records. */
  recorded: Recorded | null
  /** The folder above the given files; empty when the whole path is given. */
  above?: string
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
  /** Files that were left out because they are truncated or contradict themselves; `problems` says why. */
  refusedFiles: string[]
}

/**
 * Imports files that share one profile and one set of stated facts. A file that is truncated or contradicts itself is
 * left out, and the other files give what they give without it.
 */
export function importGroup(files: Iterable<InputFile>, options: GroupOptions): ImportResult {
  const all = [...files]
  const refused = new RefusedFiles()
  for (let pass = 1; ; pass++) {
    const imported = importOnce(
      all.filter(({ path }) => !refused.has(path)),
      { ...options, refused: refused.files() },
    )
    const isLast = pass === MAX_PASSES || !refused.addFrom(imported, (path) => isRefusedAlone(all, path, options))
    if (isLast) return refused.report(imported)
  }
}

/** Maximum number of times that files are read again without those that were refused. */
const MAX_PASSES = 5

/** True for a file that is refused without the other files too, so that nothing but the file itself is wrong. */
function isRefusedAlone(files: readonly InputFile[], path: string, options: GroupOptions): boolean {
  const alone = importOnce(
    files.filter((file) => file.path === path),
    options,
  )
  return alone.problems.some(({ refusesRun }) => refusesRun === true)
}

function importOnce(
  files: Iterable<InputFile>,
  options: GroupOptions & { refused?: readonly RefusedFile[] },
): ImportedOnce {
  const { recorded } = options
  const context = readFiles(files, options)
  const finished = BENCHMARKS.flatMap((benchmark) => benchmark.finish?.(context) ?? [])
  addStoppedOutputs([...finished, ...context.runs.all()], context)
  const drafts = [...finished, ...context.runs.all()]
  joinNeighbors(drafts, context)
  const made: MadeRun[] = []
  const problems: Problem[] = []
  const refusedResults: Problem[] = []
  const suspects: string[] = []
  let refusedDocuments = 0
  const lacking: OpenQuestion[] = [...context.questions]
  for (const { draft, questions } of completeRuns(drafts, context)) {
    const built = buildRun(draft, context)
    problems.push(...built.problems)
    refusedResults.push(...built.refusedResults)
    lacking.push(...(built.missing ?? []).map((fact) => aboutRequired(fact, draft, context)))
    const isRefused = built.problems.some(({ refusesRun }) => refusesRun)
    if (isRefused) suspects.push(...draft.paths)
    // A refused run that has a document is counted by withoutRefusedRuns.
    if (built.document === null && isRefused) refusedDocuments++
    if (built.document !== null) {
      made.push({ document: built.document, paths: draft.paths, origins: built.origins, questions })
    }
  }

  // Files of samplers are read while their run is built, and report their problems to the context.
  problems.unshift(...context.problems)
  const accepted = withoutRefusedRuns(made, problems)
  const refusals = { suspects, formats: context.formats, refusedResults }
  const refusedRuns = made.length - accepted.length + refusedDocuments
  const allQuestions = accepted.flatMap((run, index) =>
    run.questions.map((question) => ({ ...question, affects: [index] })),
  )
  const questions = joinQuestions([...lacking.map((question) => ({ ...question, affects: [] })), ...allQuestions])
  // A placeholder may stand for several machines, so their numbers of CPUs cannot contradict each other.
  const named = accepted.filter(({ document }) => document.hardware.name !== PLACEHOLDER)
  const contradictions = checkMachines(machinesOf(context, named), (name) => statedMachine(context, name))
  const stoppedImport = { ...stopped(context, problems), ...refusals, refusedRuns }
  if (contradictions.length > 0) return { ...stoppedImport, contradictions }
  const all = accepted.map((run) => withCpus(run, context))
  // Facts that `assay exec` recorded need no agreement between files, and must not depend on the other files of the
  // import.
  const documents = recorded === null ? agreeOnSettings(all) : all
  return {
    ...stoppedImport,
    documents,
    questions,
    sources: new Map(accepted.map(({ paths }, index) => [index, [...paths].sort()])),
    origins: new Map(accepted.map(({ origins }, index) => [index, origins])),
  }
}

/** The result of an import that stopped without documents. */
function stopped({ understood, ignored }: ImportContext, problems: readonly Problem[]): ImportResult {
  return { ...emptyImport(), problems: distinctProblems(problems), understood, ignored }
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
  refusedFiles: [],
})
