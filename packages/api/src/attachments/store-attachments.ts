import { gunzipSync } from 'node:zlib'
import { err, ok, type Result } from '@assay/domain/result'
import type { UploadAttachment, UploadDocument } from '@assay/domain/run/upload-document'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError, type ErrorLocation } from '../errors.ts'
import { LIMIT_BYTES } from '../http/read-body.ts'
import type { Services } from '../services.ts'
import { sha256Hex } from './attachment-store.ts'
import { redactContent } from './redact-content.ts'

/** Stores inline files, and checks that files sent before exist. */
export async function storeAttachments(
  services: Services,
  { project }: ProjectAccess,
  document: UploadDocument,
): Promise<Result<UploadDocument, AppError>> {
  if (document.attachments === undefined) return ok(document)
  const contents: (Buffer | null)[] = []
  const places: ErrorLocation[] = []
  for (const [index, { contentGzipBase64, sha256, name }] of document.attachments.entries()) {
    const pointer = `/attachments/${index}`
    if (contentGzipBase64 === undefined) {
      contents.push(null)
      if (await services.attachments.has(project.id, sha256)) continue
      places.push({
        pointer: `${pointer}/sha256`,
        message: `content of ${JSON.stringify(name)} was not sent; PUT it to the blobs of this project first`,
      })
      continue
    }
    const content = unpackInline(contentGzipBase64)
    contents.push(content)
    if (content === null)
      places.push({ pointer: `${pointer}/contentGzipBase64`, message: 'is not gzip data within 64 MB' })
    else if (sha256Hex(content) !== sha256) {
      places.push({
        pointer: `${pointer}/sha256`,
        message: `does not match the content, whose sha256 is ${sha256Hex(content)}`,
      })
    }
  }
  if (places.length > 0) return err(appError('blob-differs', `${places[0]?.pointer}: ${places[0]?.message}.`, places))
  const stored = []
  for (const [index, { contentGzipBase64: _content, ...attachment }] of document.attachments.entries()) {
    const content = contents[index]
    if (!content) {
      stored.push(attachment)
      continue
    }
    stored.push({ ...attachment, ...(await storeContent(services, project.id, content)) })
  }
  return ok({ ...document, attachments: stored })
}

/** Stores the content of a raw file without passwords and home paths; the hash is that of what is stored. */
export async function storeContent(
  { attachments }: Services,
  projectId: string,
  content: Buffer,
): Promise<Pick<UploadAttachment, 'sha256' | 'sizeBytes'>> {
  const redacted = redactContent(content)
  return { sha256: await attachments.put(projectId, redacted), sizeBytes: redacted.length }
}

function unpackInline(base64: string): Buffer | null {
  try {
    return gunzipSync(Buffer.from(base64, 'base64'), { maxOutputLength: LIMIT_BYTES.documentUnpacked })
  } catch {
    return null
  }
}
