import { err, ok, type Result } from '@assay/domain/result'
import type { By } from '@assay/domain/specs/actions/permissions'
import { type AttachmentFile, isImage } from '@assay/domain/specs/attachments/attachment'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { findSpec } from './spec-access.ts'

/**
 * Reads an attachment for everybody who can read the spec, or without a spec an own upload that no text uses yet.
 *
 * @param spec name of the spec; null for an own upload
 */
export async function readAttachment(
  access: ProjectAccess,
  by: By,
  { spec, name }: { spec: string | null; name: string },
): Promise<Result<AttachmentFile, AppError>> {
  const { specAttachments } = access.queries
  const own = await specAttachments.findOwn(name, by.person.key)
  if (spec === null) return own === null ? err(noAttachment()) : ok(own)
  const found = await findSpec(access, by, spec)
  if (!found.ok) return found
  const file = await specAttachments.findIn(found.value.id, name)
  return file === null ? err(noAttachment()) : ok(file)
}

export const noAttachment = () =>
  appError('not-found', 'There is no such attachment of this spec. Reload the page of the spec.')

/** Responds with an attachment: an image is shown, every other file is a download that runs nothing. */
export function attachmentResponse({ name, mediaType, content }: AttachmentFile): Response {
  const kind = isImage({ mediaType }) ? 'inline' : 'attachment'
  return new Response(Buffer.from(content, 'base64'), {
    headers: {
      'content-type': mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType,
      'content-disposition': `${kind}; filename="${name}"`,
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      // The access can end at any time, so a copy is used for a moment only.
      'cache-control': 'private, max-age=60',
    },
  })
}
