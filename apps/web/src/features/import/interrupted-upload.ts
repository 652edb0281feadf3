import { z } from 'zod'
import { deleteStored, readStored, writeStored } from '../../ui/browser-storage.ts'
import type { Packed } from './pack-files.ts'

const InterruptedUpload = z.object({
  name: z.string().max(1_000),
  fileCount: z.int().min(1),
  sizeBytes: z.number().min(0),
  /** The share that the server has, from 0 to 1. */
  share: z.number().min(0).max(1),
  at: z.number(),
})
export type InterruptedUpload = z.infer<typeof InterruptedUpload>

/** The server deletes the chunks of an upload a day after they were last asked for. */
const MAX_AGE_MS = 24 * 60 * 60 * 1_000

const keyOf = (project: string): string => `assay-import:${project}`

/**
 * Stores how far an upload has come, so that a later visit of the page can offer to continue it. A browser without
 * storage continues the upload as well, when the same files are chosen.
 */
export function saveUploadProgress(project: string, { name, fileCount, body }: Packed, share: number): void {
  const upload: InterruptedUpload = { name, fileCount, sizeBytes: body.size, share, at: Date.now() }
  writeStored(keyOf(project), upload)
}

export const deleteUploadProgress = (project: string): void => deleteStored(keyOf(project))

/** The upload of this project that was interrupted within the last day; null without one. */
export function readInterruptedUpload(project: string): InterruptedUpload | null {
  const found = InterruptedUpload.safeParse(readStored(keyOf(project)))
  return found.success && Date.now() - found.data.at < MAX_AGE_MS ? found.data : null
}
