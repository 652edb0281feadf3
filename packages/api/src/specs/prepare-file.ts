import { createHash } from 'node:crypto'
import { err, ok, type Result } from '@assay/domain/result'
import { type AttachmentFile, attachmentName, MAX_ATTACHMENT_BYTES } from '@assay/domain/specs/attachments/attachment'
import { contentTypeOf, MAX_PIXELS, pixelsOf } from '@assay/domain/specs/attachments/content-type'
import { sanitizeSvg } from '@assay/domain/specs/attachments/sanitize-svg'

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

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
