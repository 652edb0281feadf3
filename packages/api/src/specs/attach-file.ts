import { createHash } from 'node:crypto'
import { err, ok, type Result } from '@assay/domain/result'
import type { By } from '@assay/domain/specs/actions/permissions'
import {
  type Attachment,
  type AttachmentFile,
  attachmentName,
  attachmentNamesIn,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  MAX_ATTACHMENTS_BYTES,
} from '@assay/domain/specs/attachments/attachment'
import { contentTypeOf, MAX_PIXELS, pixelsOf } from '@assay/domain/specs/attachments/content-type'
import { sanitizeSvg } from '@assay/domain/specs/attachments/sanitize-svg'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'

/** Stores an image or another file, which only its uploader can read until a revision of a spec uses it. */
export async function attachFile(
  access: ProjectAccess,
  by: By,
  { fileName, content }: { fileName: string; content: Buffer },
): Promise<Result<Attachment, AppError>> {
  const prepared = prepareFile(fileName, content)
  if (!prepared.ok) return err(appError('document-invalid', prepared.error))
  await access.queries.specAttachments.add(prepared.value, by.who.key)
  const { content: _, ...attachment } = prepared.value
  return ok(attachment)
}

/** Checks a file by its content, and writes an SVG anew from an allow-list. */
export function prepareFile(fileName: string, content: Buffer): Result<AttachmentFile, string> {
  if (content.length === 0) return err('The file is empty.')
  if (content.length > MAX_ATTACHMENT_BYTES) {
    return err(
      `The file has ${megabytes(content.length)}; attachments have at most ${megabytes(MAX_ATTACHMENT_BYTES)}.`,
    )
  }
  const type = contentTypeOf(content)
  if ((pixelsOf(content) ?? 0) > MAX_PIXELS) {
    return err(`The image has more than ${MAX_PIXELS / 1_000_000} million pixels. Make it smaller, and add it again.`)
  }
  const clean = type.extension === 'svg' ? sanitizeSvg(content.toString('utf8')) : ok(null)
  if (!clean.ok) return clean
  const stored = clean.value === null ? content : Buffer.from(clean.value, 'utf8')
  const sha256 = createHash('sha256').update(stored).digest('hex')
  return ok({
    name: attachmentName(fileName, sha256, type),
    sha256,
    mediaType: type.mediaType,
    sizeBytes: stored.length,
    content: stored.toString('base64'),
  })
}

/**
 * The attachments of a text: files of the revision before it, own uploads, and files of other specs of the project. A
 * name cannot be guessed, because it has digits of the hash of the content.
 *
 * @returns an error when they are too many or too large
 */
export async function attachmentsOf(
  access: Pick<ProjectAccess, 'queries'>,
  by: By,
  { text, before }: { text: string; before: readonly Attachment[] },
): Promise<Result<Attachment[], AppError>> {
  const names = attachmentNamesIn(text)
  if (names.length > MAX_ATTACHMENTS) {
    return err(
      appError('document-invalid', `The text has ${names.length} attachments; ${MAX_ATTACHMENTS} are the limit.`),
    )
  }
  const attachments = await access.queries.specAttachments.describe(names, by.who.key, before)
  const size = attachments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (size <= MAX_ATTACHMENTS_BYTES) return ok(attachments)
  const limit = megabytes(MAX_ATTACHMENTS_BYTES)
  return err(
    appError('document-invalid', `The attachments of the text have ${megabytes(size)}; ${limit} are the limit.`),
  )
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
