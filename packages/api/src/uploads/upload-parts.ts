import { err, ok, type Result } from '@assay/domain/result'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { type AppError, appError } from '../errors.ts'
import { LIMIT_BYTES } from '../http/read-body.ts'
import type { UnpackBudget } from '../http/unpack-budget.ts'
import type { Services } from '../services.ts'

/** Maximum size of a part. A browser sends parts of this size. */
export const MAX_PART_BYTES = 4 * 1024 * 1024
/** Maximum number of parts of one upload, which together are as large as the body of one. */
export const MAX_PARTS = LIMIT_BYTES.archive / MAX_PART_BYTES
/** Maximum number of parts that a project may have at a time, so that abandoned uploads cannot fill the disk. */
const MAX_WAITING_PARTS = 8 * MAX_PARTS
/** An upload that was interrupted can be continued for this time. */
const KEPT_MS = 24 * 3_600_000

type Parts = Pick<Services, 'uploadParts'>

/**
 * Stores a part of an upload under its SHA-256 until the upload is complete.
 *
 * Errors: `quota-exceeded` when the project has too many parts of uploads that were not completed.
 */
export async function storePart(
  { uploadParts }: Parts,
  projectId: string,
  bytes: Buffer,
): Promise<Result<{ sha256: string }, AppError>> {
  const sha256 = sha256Hex(bytes)
  if (await uploadParts.has(projectId, sha256)) return ok({ sha256 })
  let waiting = 0
  for await (const _ of uploadParts.list(projectId)) waiting++
  if (waiting >= MAX_WAITING_PARTS)
    return err(
      appError(
        'quota-exceeded',
        'This project has too many parts of uploads that were not completed. Complete one, or send the whole upload at once.',
      ),
    )
  return ok({ sha256: await uploadParts.put(projectId, bytes) })
}

/** Returns those of the parts that are not stored; the others are kept for another day. */
export async function missingParts({ uploadParts }: Parts, projectId: string, parts: readonly string[]) {
  const missing: string[] = []
  for (const sha256 of parts) if (!(await uploadParts.has(projectId, sha256))) missing.push(sha256)
  return missing
}

/**
 * Joins the parts of an upload in the given order.
 *
 * @param budget counts the parts as if they were sent with the request.
 *
 * Errors: `parts-missing` for parts that are not stored, `body-too-large` for more than one upload may have.
 */
export async function joinParts(
  { uploadParts }: Parts,
  projectId: string,
  { parts, budget }: { parts: readonly string[]; budget: UnpackBudget },
): Promise<Result<Buffer, AppError>> {
  const joined: Buffer[] = []
  for (const sha256 of parts) {
    const bytes = await uploadParts.get(projectId, sha256)
    if (bytes === null)
      return err(
        appError('parts-missing', `The part ${sha256} is not stored. Send it again, then repeat this request.`),
      )
    joined.push(bytes)
    budget.receive(bytes.length)
  }
  return ok(Buffer.concat(joined))
}

/** Deletes the parts of a completed upload. Another upload that needs one of them sends it again. */
export async function removeParts({ uploadParts }: Parts, projectId: string, parts: readonly string[]): Promise<void> {
  const untouchedSince = new Date(Date.now() + KEPT_MS)
  for (const sha256 of new Set(parts)) await uploadParts.remove(projectId, sha256, { untouchedSince })
}

/** Deletes the parts of uploads that were abandoned a day ago. */
export async function removeAbandonedParts({ uploadParts, now }: Parts & Pick<Services, 'now'>): Promise<void> {
  const untouchedSince = new Date(now().getTime() - KEPT_MS)
  for (const projectId of await uploadParts.projects())
    for await (const { sha256 } of uploadParts.list(projectId))
      await uploadParts.remove(projectId, sha256, { untouchedSince })
}
