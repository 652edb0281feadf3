import type { ServerResponse } from 'node:http'

/**
 * Closes the connections of clients that read nothing of their response between two checks. A server that stops would
 * otherwise wait for them for a minute. A response whose process is still computing is not ended.
 *
 * @param responses the open ones; the set may change meanwhile.
 * @returns a function that ends the checks.
 */
export function endStalledResponses(responses: ReadonlySet<ServerResponse>, checkMs: number): () => void {
  const sentBefore = new Map<ServerResponse, number>()
  const timer = setInterval(() => {
    for (const response of responses) {
      const { socket } = response
      if (socket === null) continue
      const sent = socket.bytesWritten - socket.writableLength
      if (socket.writableLength > 0 && sent === sentBefore.get(response)) response.destroy()
      sentBefore.set(response, sent)
    }
  }, checkMs)
  return () => clearInterval(timer)
}
