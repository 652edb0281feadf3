import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** Bytes that are hashed between two pauses, which takes one to three milliseconds. */
const STEP_BYTES = 1024 * 1024

/** The SHA-256 of a content, hex; other requests are served while a large one is hashed. */
export async function sha256InSteps(content: Buffer): Promise<string> {
  const hash = createHash('sha256')
  for (let start = 0; start < content.length; start += STEP_BYTES) {
    if (start > 0) await setImmediate()
    hash.update(content.subarray(start, start + STEP_BYTES))
  }
  return hash.digest('hex')
}
