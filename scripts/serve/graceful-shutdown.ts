import type { Server } from 'node:http'
import { trackConnections } from './track-connections.ts'

/**
 * Shuts the server down on SIGTERM or SIGINT: it accepts no new connection, finishes the requests that are running, and
 * then calls `release`. `endStreams` ends the responses that would never finish; `stalledMs` is the time in which a
 * client must read something, without which a slow client delays the end.
 *
 * @returns a function that is true while the server shuts down; responses then end their connection. Otherwise a client
 *   that keeps sending on its connection would delay the end of the old server, which would still answer it.
 */
export function shutDownOnSignal(
  server: Server,
  { endStreams, release, stalledMs }: { endStreams: () => void; release: () => Promise<void>; stalledMs?: number },
): () => boolean {
  const endConnections = trackConnections(server)
  let isStopping = false
  const stop = () => {
    server.close(() => void release().then(() => process.exit(0)))
    isStopping = true
    endStreams()
    endConnections(stalledMs === undefined ? {} : { stalledMs })
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  return () => isStopping
}
