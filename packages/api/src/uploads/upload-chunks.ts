import { err, ok, type Result } from '@assay/domain/result'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { type AppError, appError } from '../errors.ts'
import { LIMIT_BYTES } from '../http/body-size-limits.ts'
import type { UnpackBudget } from '../http/unpack-budget.ts'
import type { Services } from '../services.ts'

/** Maximum size of a chunk. A browser sends chunks of this size. */
export const MAX_CHUNK_BYTES = 4 * 1024 * 1024
/** Maximum number of chunks of one upload, which together are as large as the body of one. */
export const MAX_CHUNKS = LIMIT_BYTES.archive / MAX_CHUNK_BYTES
/** Maximum number of chunks that a project may have at a time, so that abandoned uploads cannot fill the disk. */
const MAX_WAITING_CHUNKS = 8 * MAX_CHUNKS
/** An upload that was interrupted can be continued for this time. */
const KEPT_MS = 24 * 3_600_000

type Chunks = Pick<Services, 'uploadChunks'>

/**
 * Stores a chunk of an upload under its SHA-256 until the upload is complete.
 *
 * Errors: `quota-exceeded` when the project has too many chunks of uploads that were not completed.
 */
export async function storeChunk(
  { uploadChunks }: Chunks,
  projectId: string,
  bytes: Buffer,
): Promise<Result<{ sha256: string }, AppError>> {
  const sha256 = sha256Hex(bytes)
  if (await uploadChunks.has(projectId, sha256)) return ok({ sha256 })
  let waiting = 0
  for await (const _ of uploadChunks.list(projectId)) waiting++
  if (waiting >= MAX_WAITING_CHUNKS)
    return err(
      appError(
        'quota-exceeded',
        'This project has too many chunks of uploads that were not completed. Complete one, or send the whole upload at once.',
      ),
    )
  return ok({ sha256: await uploadChunks.put(projectId, bytes) })
}

/** Returns those of the chunks that are not stored; the others are kept for another day. */
export async function missingChunks({ uploadChunks }: Chunks, projectId: string, chunks: readonly string[]) {
  const missing: string[] = []
  for (const sha256 of chunks) if (!(await uploadChunks.has(projectId, sha256))) missing.push(sha256)
  return missing
}

/**
 * Joins the chunks of an upload in the given order.
 *
 * @param budget counts the chunks as if they were sent with the request.
 *
 * Errors: `chunks-missing` for chunks that are not stored, `body-too-large` for more than one upload may have.
 */
export async function joinChunks(
  { uploadChunks }: Chunks,
  projectId: string,
  { chunks, budget }: { chunks: readonly string[]; budget: UnpackBudget },
): Promise<Result<Buffer, AppError>> {
  const joined: Buffer[] = []
  for (const sha256 of chunks) {
    const bytes = await uploadChunks.get(projectId, sha256)
    if (bytes === null)
      return err(
        appError('chunks-missing', `The chunk ${sha256} is not stored. Send it again, then repeat this request.`),
      )
    joined.push(bytes)
    budget.receive(bytes.length)
  }
  return ok(Buffer.concat(joined))
}

/** Deletes the chunks of a completed upload. Another upload that needs one of them sends it again. */
export async function removeChunks(
  { uploadChunks }: Chunks,
  projectId: string,
  chunks: readonly string[],
): Promise<void> {
  const untouchedSince = new Date(Date.now() + KEPT_MS)
  for (const sha256 of new Set(chunks)) await uploadChunks.remove(projectId, sha256, { untouchedSince })
}

/** Deletes the chunks of uploads that were abandoned a day ago. */
export async function removeAbandonedChunks({ uploadChunks, now }: Chunks & Pick<Services, 'now'>): Promise<void> {
  const untouchedSince = new Date(now().getTime() - KEPT_MS)
  for (const projectId of await uploadChunks.projects())
    for await (const { sha256 } of uploadChunks.list(projectId))
      await uploadChunks.remove(projectId, sha256, { untouchedSince })
}
