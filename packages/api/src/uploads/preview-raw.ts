import type { ImportOverrides } from '@assay/domain/import/overrides'
import type { PreviewDocument } from '@assay/domain/import/preview/preview-document'
import type { Result } from '@assay/domain/result'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { AppError } from '../errors.ts'
import type { UnpackBudget } from '../http/unpack-budget.ts'
import type { Services } from '../services.ts'
import type { RawFile } from './read-archive.ts'
import { readTexts } from './read-texts.ts'

type RawPreview = {
  files: readonly RawFile[]
  /** Counts what is unpacked together with the rest of the request. */
  budget: UnpackBudget
  /** A valid import profile. */
  profileYaml: string
  overrides: ImportOverrides
  /** Stops the parsing when the sender has disconnected. */
  signal?: AbortSignal
}

/**
 * Shows the runs that an upload of the same files would store, and stores nothing.
 *
 * Errors: `archive-refused` when the files unpack to too much, `too-heavy` when parsing exceeds its limits.
 */
export async function previewRaw(
  { workers }: Services,
  { project }: ProjectAccess,
  { files, budget, profileYaml, overrides, signal }: RawPreview,
): Promise<Result<PreviewDocument, AppError>> {
  const read = await readTexts(files, budget, { workers, key: project.id, signal })
  if (!read.ok) return read
  const { texts, problems, isSmall } = read.value
  const input = { files: texts, unreadable: problems, profileYaml, overrides }
  return workers.run('preview-files', input, { key: project.id, isSmall, signal })
}
