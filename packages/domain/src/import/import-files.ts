import { emptyImport, type ImportResult, importGroup } from './import-group.ts'
import { importRecorded } from './import-recorded.ts'
import type { ImportOverrides } from './overrides.ts'
import type { ImportProfile } from './profile/profile.ts'
import type { InputFile } from './read-files.ts'
import { findRecordedFolders } from './recorded-folders.ts'

export type { ImportResult } from './import-group.ts'

export type ImportOptions = {
  profile: ImportProfile
  overrides?: ImportOverrides
  /** The folder above the given files. Names up to it count only where a rule of the profile matches them. */
  above?: string
}

export type ImportFile = InputFile

/**
 * Builds upload documents from benchmark output, using an import profile that maps names to dimensions, and from
 * folders that `assay exec` filled, using their records. The function is pure: the order of the files does not matter,
 * and no content makes it throw or guess. While a question is open or facts contradict each other, it returns no
 * documents.
 */
export function importFiles(files: Iterable<ImportFile>, options: ImportOptions): ImportResult {
  const all = importWithQuestions(files, options)
  const isStopped = all.questions.length > 0 || all.contradictions.length > 0
  return isStopped ? { ...all, documents: [], sources: new Map(), origins: new Map() } : all
}

/** The same with the documents as they are before the questions are answered. These must not be stored. */
export function importWithQuestions(
  files: Iterable<ImportFile>,
  { profile, overrides = {}, above = '' }: ImportOptions,
): ImportResult {
  const { folders, others } = findRecordedFolders(files, { incomplete: overrides.incomplete === true })
  return join([
    importGroup(others, { profile, overrides, recorded: null, above }),
    ...folders.map((folder) => importRecorded(folder, { profile, overrides })),
  ])
}

function join(imports: readonly ImportResult[]): ImportResult {
  const all = emptyImport()
  for (const { documents, sources, origins, questions, ...imported } of imports) {
    const before = all.documents.length
    for (const [index, paths] of sources) all.sources.set(before + index, paths)
    for (const [index, found] of origins) all.origins.set(before + index, found)
    for (const { affects, ...question } of questions) {
      all.questions.push({ ...question, affects: affects.map((index) => before + index) })
    }
    all.documents.push(...documents)
    all.problems.push(...imported.problems)
    all.contradictions.push(...imported.contradictions)
    all.understood.push(...imported.understood)
    all.ignored.push(...imported.ignored)
    all.refusedRuns += imported.refusedRuns
    all.refusedFiles.push(...imported.refusedFiles)
  }
  return all
}
