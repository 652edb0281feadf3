import type { IncomingMessage, ServerResponse } from 'node:http'

const CHECK_MS = 10_000
/** Time in which a client may read as slowly as it does. */
const GRACE_MS = 60_000
/** A slower client would hold the response in memory for hours. */
const MIN_BYTES_PER_SECOND = 4 * 1024

/** Closes the connection of a client that reads a response too slowly. Waiting for our own process is not counted. */
export function endSlowResponse(
  answer: IncomingMessage,
  response: ServerResponse,
  { checkMs = CHECK_MS, graceMs = GRACE_MS, minBytesPerSecond = MIN_BYTES_PER_SECOND } = {},
): void {
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  const began = performance.now()
  const timer = setInterval(() => {
    const took = performance.now() - began
    const unsent = response.writableLength
    const isSlow = bytes - unsent < (took / 1000) * minBytesPerSecond
    if (unsent > 0 && isSlow && took > graceMs) response.destroy()
  }, checkMs)
  response.once('close', () => clearInterval(timer))
}
