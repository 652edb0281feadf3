import type { Server } from 'node:http'

const CLOSE_IDLE_MS = 50

/**
 * Shuts the server down on SIGTERM or SIGINT: it accepts no new connection, finishes the requests that are running, and
 * then calls `release`. `endStreams` ends the responses that would never finish.
 *
 * @returns a function that is true while the server shuts down; responses then end their connection. Otherwise a client
 *   that keeps sending on its connection would delay the end of the old server, which would still answer it.
 */
export function shutDownOnSignal(
  server: Server,
  { endStreams, release }: { endStreams: () => void; release: () => Promise<void> },
): () => boolean {
  let isStopping = false
  const stop = () => {
    server.close(() => void release().then(() => process.exit(0)))
    isStopping = true
    endStreams()
    server.closeIdleConnections()
    setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS).unref()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  return () => isStopping
}
