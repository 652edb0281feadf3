import { err, ok, type Result } from '@assay/domain/result'
import type { UploadAttachment, UploadDocument } from '@assay/domain/run/upload-document'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError, type ErrorLocation } from '../errors.ts'
import { LIMIT_BYTES } from '../http/body-size-limits.ts'
import { documentBudget } from '../http/read-body.ts'
import { gunzip, type UnpackBudget } from '../http/unpack-budget.ts'
import type { Services } from '../services.ts'
import { redactInThread } from './redact-content.ts'
import { sha256InSteps } from './sha256-in-steps.ts'

/**
 * Stores inline files, and checks that files sent before exist.
 *
 * @param budget counts what is unpacked together with the document; a new budget when the document was not part of
 *   the request.
 */
export async function storeAttachments(
  services: Services,
  { project }: ProjectAccess,
  document: UploadDocument,
  budget = budgetOf(document),
): Promise<Result<UploadDocument, AppError>> {
  if (document.attachments === undefined) return ok(document)
  const contents: (Buffer | null)[] = []
  const locations: ErrorLocation[] = []
  for (const [index, { contentGzipBase64, sha256, name }] of document.attachments.entries()) {
    const pointer = `/attachments/${index}`
    if (contentGzipBase64 === undefined) {
      contents.push(null)
      if (await services.attachments.has(project.id, sha256)) continue
      locations.push({
        pointer: `${pointer}/sha256`,
        message: `content of ${JSON.stringify(name)} was not sent; PUT it to the blobs of this project first`,
      })
      continue
    }
    const content = await unpackInline(contentGzipBase64, budget)
    contents.push(content)
    if (content === null)
      locations.push({
        pointer: `${pointer}/contentGzipBase64`,
        message: 'is not gzip data within 64 MB, or within 256 MB of all files and the document',
      })
    else {
      const found = await sha256InSteps(content)
      if (found !== sha256) {
        locations.push({
          pointer: `${pointer}/sha256`,
          message: `does not match the content, whose sha256 is ${found}`,
        })
      }
    }
  }
  if (locations.length > 0)
    return err(appError('blob-differs', `${locations[0]?.pointer}: ${locations[0]?.message}.`, locations))
  const stored = []
  for (const [index, { contentGzipBase64: _content, ...attachment }] of document.attachments.entries()) {
    const content = contents[index]
    if (!content) {
      // The size of a content that was sent before is that of the store, because quotas count it.
      const sizeBytes = await services.attachments.size(project.id, attachment.sha256)
      stored.push(sizeBytes === null ? attachment : { ...attachment, sizeBytes })
      continue
    }
    stored.push({ ...attachment, ...(await storeContent(services, project.id, content)) })
  }
  return ok({ ...document, attachments: stored })
}

/** Stores the content of a raw file without passwords and home paths. @returns the hash of the stored content */
export async function storeContent(
  { attachments, workers }: Pick<Services, 'attachments' | 'workers'>,
  projectId: string,
  content: Buffer,
): Promise<Pick<UploadAttachment, 'sha256' | 'sizeBytes'>> {
  const redacted = await redactInThread(workers, projectId, content)
  return { sha256: await attachments.put(projectId, redacted), sizeBytes: redacted.length }
}

async function unpackInline(base64: string, budget: UnpackBudget): Promise<Buffer | null> {
  try {
    return await gunzip([Buffer.from(base64, 'base64')], budget, LIMIT_BYTES.documentUnpacked)
  } catch {
    return null
  }
}

function budgetOf({ attachments = [] }: UploadDocument): UnpackBudget {
  const budget = documentBudget()
  for (const { contentGzipBase64 = '' } of attachments) budget.receive(contentGzipBase64.length)
  return budget
}
