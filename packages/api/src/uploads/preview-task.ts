import type { ImportOverrides } from '@assay/domain/import/overrides'
import type { PreviewDocument } from '@assay/domain/import/preview/preview-document'
import { explainNothing, previewUpload } from '@assay/domain/import/preview/preview-upload'
import { parseImportProfile } from '@assay/domain/import/profile/profile'
import { unwrap } from '@assay/domain/result'
import type { UploadText } from './packed-files.ts'
import { unpackOnRead } from './unpack-on-read.ts'

export type PreviewInput = {
  files: readonly UploadText[]
  /** Files that are not text, which count when nothing was read. */
  unreadable: PreviewDocument['problems']
  /** A valid import profile as YAML; a parsed profile contains functions, which cannot be sent to a thread. */
  profileYaml: string
  overrides: ImportOverrides
}

/** The preview of the files of an upload. */
export function previewTask({ files, unreadable, profileYaml, overrides }: PreviewInput): PreviewDocument {
  const profile = unwrap(parseImportProfile(profileYaml))
  const preview = previewUpload(unpackOnRead(files), { profile, overrides })
  const fileCount = files.length + unreadable.length
  const all = { ...preview, fileCount, problems: [...unreadable, ...preview.problems] }
  return { ...all, problems: [...all.problems, ...explainNothing({ ...preview, fileCount })] }
}
