import type { IncomingMessage } from 'node:http'

/** Long enough for every form, and for any body of a caller without an account. */
const MAX_START_BYTES = 64 * 1024
/** Time in which the start of a body must arrive. */
const MAX_START_MS = 30_000

/** The beginning of a body; `rest` is true when more of it follows. */
export type BodyStart = { chunks: readonly Buffer[]; rest: boolean }

/**
 * Receives a body up to its end or its first 64 KB. A process gets a request afterwards, so a slow sender of a small
 * body holds nothing there.
 *
 * @returns `late` when the sender was too slow, and `gone` when it disconnected.
 */
export function receiveBodyStart(request: IncomingMessage, maxMs = MAX_START_MS): Promise<BodyStart | 'late' | 'gone'> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    const finish = (result: BodyStart | 'late' | 'gone') => {
      clearTimeout(timer)
      request.off('data', add).off('end', complete).off('close', leave)
      resolve(result)
    }
    const add = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size < MAX_START_BYTES) return
      request.pause()
      finish({ chunks, rest: true })
    }
    const complete = () => finish({ chunks, rest: false })
    const leave = () => finish('gone')
    const timer = setTimeout(() => finish('late'), maxMs)
    request.on('data', add).on('end', complete).on('close', leave)
  })
}
