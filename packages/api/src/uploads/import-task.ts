import { type ImportResult, importFiles } from '@assay/domain/import/import-files'
import type { ImportOverrides } from '@assay/domain/import/overrides'
import { parseImportProfile } from '@assay/domain/import/profile/profile'
import { isReadyFile, readDocuments } from '@assay/domain/import/ready-documents'
import { unwrap } from '@assay/domain/result'
import { conflictingDocuments } from '@assay/domain/run/conflicting-documents'
import type { OnConflict } from '@assay/domain/run/on-conflict'
import { packDocuments } from './pack-documents.ts'
import type { PackedText, UploadText } from './packed-files.ts'
import { unpackOnRead } from './unpack-on-read.ts'

export type ImportInput = {
  files: readonly UploadText[]
  /** A valid import profile as YAML; a parsed profile contains functions, which cannot be sent to a thread. */
  profileYaml: string
  overrides: ImportOverrides
  onConflict: OnConflict
}

/**
 * The output of an import with its documents as texts, which are cheap to send from a thread and are parsed one by one.
 */
export type ImportOutput = Omit<ImportResult, 'documents' | 'origins' | 'understood'> & {
  documents: PackedText[]
  /** Pairs of documents with different values for one result; empty when `onConflict` stores both. */
  conflicts: ReturnType<typeof conflictingDocuments>
}

/** Parses the files of an upload: benchmark output, and upload documents as JSON. */
export function importTask({ files: sent, profileYaml, overrides, onConflict }: ImportInput): ImportOutput {
  const files = unpackOnRead(sent)
  const profile = unwrap(parseImportProfile(profileYaml))
  const ready = files.filter(isReadyFile).map(({ path, text }) => readDocuments(path, text))
  const raw = files.filter((file) => !isReadyFile(file))
  const { documents: parsed, origins: _, understood: __, ...imported } = importFiles(raw, { profile, overrides })
  const isStopped = imported.questions.length > 0 || imported.contradictions.length > 0
  const documents = isStopped ? [] : [...parsed, ...ready.flatMap((file) => file.documents)]
  return {
    ...imported,
    problems: [...imported.problems, ...ready.flatMap(({ problems }) => problems)],
    refusedFiles: [
      ...imported.refusedFiles,
      ...files.filter(isReadyFile).flatMap(({ path }, index) => ((ready[index]?.refusedRuns ?? 0) > 0 ? [path] : [])),
    ],
    refusedRuns: imported.refusedRuns + ready.reduce((sum, file) => sum + file.refusedRuns, 0),
    documents: packDocuments(documents),
    conflicts: onConflict === 'stop' ? conflictingDocuments(documents) : [],
  }
}
