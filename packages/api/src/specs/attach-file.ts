import { err, ok, type Result } from '@assay/domain/result'
import type { By } from '@assay/domain/specs/actions/permissions'
import {
  type Attachment,
  attachmentNamesIn,
  MAX_ATTACHMENTS,
  MAX_ATTACHMENTS_BYTES,
} from '@assay/domain/specs/attachments/attachment'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { drawDiagrams } from './draw-diagrams.ts'
import { megabytes, prepareFile } from './prepare-file.ts'

/** Stores an image or another file, which only its uploader can read until a revision of a spec uses it. */
export async function attachFile(
  access: ProjectAccess,
  by: By,
  { fileName, content }: { fileName: string; content: Buffer },
): Promise<Result<Attachment, AppError>> {
  const prepared = prepareFile(fileName, content)
  if (!prepared.ok) return err(appError('document-invalid', prepared.error))
  await access.queries.specAttachments.add(prepared.value, by.person.key)
  const { content: _, ...attachment } = prepared.value
  return ok(attachment)
}

/**
 * The attachments of a text, with the drawings of its diagrams: files of the revision before it, own uploads, and files of other specs of the project. A
 * name cannot be guessed, because it has digits of the hash of the content.
 *
 * @returns an error when they are too many or too large
 */
export async function attachmentsOf(
  access: Pick<ProjectAccess, 'project' | 'queries' | 'workers'>,
  by: By,
  { text, before }: { text: string; before: readonly Attachment[] },
): Promise<Result<Attachment[], AppError>> {
  const names = attachmentNamesIn(text)
  if (names.length > MAX_ATTACHMENTS) {
    return err(
      appError(
        'document-invalid',
        `The text has ${names.length} attachments; ${MAX_ATTACHMENTS} are the limit. Remove some from the text.`,
      ),
    )
  }
  const files = await access.queries.specAttachments.describe(names, by.person.key, before)
  const drawings = await drawDiagrams(access, by, { text, before })
  const attachments = [...files, ...drawings.filter(({ name }) => !names.includes(name))]
  const size = attachments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (size <= MAX_ATTACHMENTS_BYTES) return ok(attachments)
  const limit = megabytes(MAX_ATTACHMENTS_BYTES)
  return err(
    appError(
      'document-invalid',
      `The attachments of the text have ${megabytes(size)}; ${limit} are the limit. Remove some from the text, or attach smaller files.`,
    ),
  )
}
