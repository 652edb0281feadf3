import { emptyImport, type ImportResult, importGroup } from './import-group.ts'
import { importRecorded } from './import-recorded.ts'
import type { ImportOverrides } from './overrides.ts'
import type { ImportProfile } from './profile.ts'
import type { InputFile } from './read-files.ts'
import { findRecordedFolders } from './recorded-folders.ts'

export type { ImportResult } from './import-group.ts'

export type ImportOptions = { profile: ImportProfile; overrides?: ImportOverrides }

export type ImportFile = InputFile

/**
 * Makes upload documents of benchmark output, by an import profile that says what names mean, and of folders that
 * `assay exec` filled, whose records say it. Pure: the order of the files changes nothing, and nothing that they hold
 * makes it throw or guess. While a question is open or facts contradict each other there are no documents at all.
 */
export function importFiles(files: Iterable<ImportFile>, { profile, overrides = {} }: ImportOptions): ImportResult {
  const { folders, others } = findRecordedFolders(files, { incomplete: overrides.incomplete === true })
  return join([
    importGroup(others, { profile, overrides, recorded: null }),
    ...folders.map((folder) => importRecorded(folder, { profile, overrides })),
  ])
}

function join(imports: readonly ImportResult[]): ImportResult {
  const all = emptyImport()
  for (const { documents, sources, origins, ...imported } of imports) {
    for (const [index, paths] of sources) all.sources.set(all.documents.length + index, paths)
    for (const [index, found] of origins) all.origins.set(all.documents.length + index, found)
    all.documents.push(...documents)
    all.problems.push(...imported.problems)
    all.questions.push(...imported.questions)
    all.contradictions.push(...imported.contradictions)
    all.understood.push(...imported.understood)
    all.ignored.push(...imported.ignored)
    all.refusedRuns += imported.refusedRuns
  }
  const isStopped = all.questions.length > 0 || all.contradictions.length > 0
  return isStopped ? { ...all, documents: [], sources: new Map(), origins: new Map() } : all
}
