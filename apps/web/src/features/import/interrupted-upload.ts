import { z } from 'zod'
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
const KEPT_MS = 24 * 60 * 60 * 1_000

const keyOf = (project: string): string => `assay-import:${project}`

/** Stores how far an upload has come, so that a later visit of the page can offer to continue it. */
export function rememberUpload(project: string, { name, fileCount, body }: Packed, share: number): void {
  const upload: InterruptedUpload = { name, fileCount, sizeBytes: body.size, share, at: Date.now() }
  try {
    localStorage.setItem(keyOf(project), JSON.stringify(upload))
  } catch {
    // A browser without storage continues the upload as well, when the same files are chosen.
  }
}

export function forgetUpload(project: string): void {
  try {
    localStorage.removeItem(keyOf(project))
  } catch {
    // There is nothing to remove in a browser without storage.
  }
}

/** The upload of this project that was interrupted within the last day; null without one. */
export function readInterruptedUpload(project: string): InterruptedUpload | null {
  try {
    const found = InterruptedUpload.safeParse(JSON.parse(localStorage.getItem(keyOf(project)) ?? 'null'))
    return found.success && Date.now() - found.data.at < KEPT_MS ? found.data : null
  } catch {
    return null
  }
}
