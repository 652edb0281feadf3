import { type ImportFile, type ImportResult, importFiles } from '@assay/domain/import/import-files'
import type { ImportOverrides } from '@assay/domain/import/overrides'
import { parseImportProfile } from '@assay/domain/import/profile'
import { unwrap } from '@assay/domain/result'
import { conflictingDocuments } from '@assay/domain/run/conflicting-documents'
import type { OnConflict } from '@assay/domain/run/on-conflict'

export type ImportInput = {
  files: readonly ImportFile[]
  /** A valid import profile as YAML; a parsed profile contains functions, which cannot be sent to a thread. */
  profileYaml: string
  overrides: ImportOverrides
  onConflict: OnConflict
}

/**
 * The output of an import with its documents as texts, which are cheap to send from a thread and are parsed one by one.
 */
export type ImportOutput = Omit<ImportResult, 'documents' | 'origins' | 'understood'> & {
  documents: string[]
  /** Pairs of documents with different values for one result; empty when `onConflict` stores both. */
  conflicts: ReturnType<typeof conflictingDocuments>
}

/** Parses the files of an upload. */
export function importTask({ files, profileYaml, overrides, onConflict }: ImportInput): ImportOutput {
  const profile = unwrap(parseImportProfile(profileYaml))
  const { documents, origins: _, understood: __, ...imported } = importFiles(files, { profile, overrides })
  return {
    ...imported,
    documents: documents.map((document) => JSON.stringify(document)),
    conflicts: onConflict === 'stop' ? conflictingDocuments(documents) : [],
  }
}
