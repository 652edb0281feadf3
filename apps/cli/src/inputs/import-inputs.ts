import { importFiles } from '@assay/domain/import/import-files'
import type { OpenQuestion } from '@assay/domain/import/open-question'
import type { ImportOverrides } from '@assay/domain/import/overrides'
import type { ImportProfile } from '@assay/domain/import/profile/profile'
import { checkUpload, isReadyName, isUploadDocument, readDocuments } from '@assay/domain/import/ready-documents'
import type { Problem } from '@assay/domain/parse/problem'
import { runContent, runIdFromSha256 } from '@assay/domain/run/run-identity'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { sha256Hex } from '../spool/spool-entry.ts'
import { findInputs } from './find-inputs.ts'
import { ImportPaths } from './import-paths.ts'
import { lazyTexts } from './lazy-texts.ts'
import { type RawInput, textOf } from './raw-input.ts'

/** A run ready to be sent, with its raw files. */
export type Run = { document: UploadDocument & { runId: string }; inputs: readonly RawInput[] }

export type ImportedInputs = {
  runs: Run[]
  problems: Problem[]
  /** Facts that are missing. While there are any, `runs` is empty. */
  questions: OpenQuestion[]
  /** Statements about one machine that cannot all be true. While there are any, `runs` is empty. */
  contradictions: Problem[]
  /** Files that are not results, each with the reason. */
  ignored: { path: string; reason: string }[]
  fileCount: number
  /** Number of runs left out because their values contradict each other or are truncated; `problems` locates them. */
  refusedRuns: number
  /** Files that are part of no run because they are truncated or contradict themselves. */
  refusedFiles: string[]
}

/**
 * Finds and reads everything at the given paths: upload documents unchanged, benchmark output through the profile. The
 * same run found twice is one run.
 */
export async function importInputs(
  paths: readonly string[],
  { profile, overrides }: { profile: ImportProfile; overrides: ImportOverrides },
): Promise<ImportedInputs> {
  const found = await findInputs(paths)
  const inputs = [...new Map(found.inputs.map((input) => [input.location, input])).values()]
  const understood: ImportedInputs = {
    runs: [],
    problems: [...found.problems],
    questions: [],
    contradictions: [],
    ignored: [],
    fileCount: inputs.length,
    refusedRuns: 0,
    refusedFiles: [],
  }
  const raw = inputs.filter((input) => !takeReady(input, understood))
  importRaw(raw, { profile, overrides, above: found.above }, understood)
  if (isStopped(understood)) return { ...understood, runs: [] }
  understood.runs = [...new Map(understood.runs.map((run) => [runKey(run), run])).values()]
  return understood
}

/** True when a fact must be stated first; until then nothing is sent, not even complete runs. */
export const isStopped = ({
  questions,
  contradictions,
}: Pick<ImportedInputs, 'questions' | 'contradictions'>): boolean => questions.length > 0 || contradictions.length > 0

/** Two documents with one id are the same run only when their content is equal; otherwise the server decides. */
const runKey = ({ document }: Run): string => `${document.runId} ${sha256Hex(runContent(document))}`

/** True when the file contains upload documents, which are added unchanged. */
function takeReady(input: RawInput, understood: ImportedInputs): boolean {
  if (!isReadyName(input.name)) return false
  const text = textOf(input)
  if (!text.ok || !isUploadDocument(input.name, text.text)) return false
  const { documents, problems, refusedRuns } = readDocuments(input.shown, text.text)
  understood.refusedRuns += refusedRuns
  if (refusedRuns > 0) understood.refusedFiles.push(input.shown)
  understood.problems.push(...problems)
  understood.runs.push(...documents.map((document) => ({ document: withRunId(document), inputs: [] })))
  return true
}

function importRaw(
  inputs: readonly RawInput[],
  options: { profile: ImportProfile; overrides: ImportOverrides; above: string },
  understood: ImportedInputs,
): void {
  if (inputs.length === 0) return
  const paths = new ImportPaths(inputs, options.above)
  const unreadable = new Map<string, string>()
  const imported = importFiles(lazyTexts(paths, unreadable), { ...options, above: paths.above })
  understood.refusedRuns += imported.refusedRuns
  understood.refusedFiles.push(...imported.refusedFiles.map((path) => paths.shown(path)))
  for (const [path, message] of unreadable) understood.problems.push({ file: paths.shown(path), message })
  for (const problem of imported.problems) {
    if (unreadable.has(problem.file)) continue
    understood.problems.push({ ...problem, file: paths.shown(problem.file), message: paths.retell(problem.message) })
  }
  understood.questions.push(...imported.questions.map((one) => ({ ...one, file: paths.shown(one.file) })))
  understood.contradictions.push(
    ...imported.contradictions.map((problem) => ({
      ...problem,
      file: paths.shown(problem.file),
      message: paths.retell(problem.message),
    })),
  )
  understood.ignored.push(
    ...imported.ignored
      .filter(({ path }) => !unreadable.has(path))
      .map(({ path, reason }) => ({ path: paths.shown(path), reason: paths.retell(reason) })),
  )
  for (const [index, document] of imported.documents.entries()) {
    const sources = (imported.sources.get(index) ?? []).flatMap((path) => paths.input(path) ?? [])
    const source = document.source && { ...document.source, name: paths.name(document.source.name) }
    const checked = checkUpload(
      { ...document, source, ...renamedProfiles(document, paths) },
      { file: sources[0]?.shown ?? document.source?.name ?? '', prefix: '' },
    )
    understood.problems.push(...checked.problems)
    if (checked.document !== null) understood.runs.push({ document: withRunId(checked.document), inputs: sources })
  }
}

/** Renames the attachments in profiles to the paths that the user would write. */
function renamedProfiles({ profiles }: UploadDocument, paths: ImportPaths): Pick<UploadDocument, 'profiles'> {
  if (profiles === undefined) return {}
  return { profiles: profiles.map((profile) => ({ ...profile, attachment: paths.name(profile.attachment) })) }
}

function withRunId(document: UploadDocument): UploadDocument & { runId: string } {
  return { ...document, runId: document.runId ?? runIdFromSha256(sha256Hex(runContent(document))) }
}
