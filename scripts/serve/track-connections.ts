import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const CHECK_MS = 50

/** Each handler of a request adds a listener, and Next several, so the default of 10 would warn of a leak. */
const MAX_LISTENERS = 30

/**
 * Tracks the connections of a server, so that it can stop although clients keep some of them open.
 *
 * @returns a function that ends, from its call until the server is closed, connections without a request at once, and
 *   with checks every `stalledMs` those whose client sends only a part of its headers or reads nothing of its response.
 *   Requests that are computed or received are finished. Without `stalledMs` slow clients have as long as they need.
 */
export function trackConnections(server: Server): (options?: { stalledMs?: number }) => void {
  const sockets = new Set<Socket>()
  const responses = new Set<ServerResponse>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', (_request, response) => {
    response.setMaxListeners(MAX_LISTENERS)
    responses.add(response)
    response.once('close', () => responses.delete(response))
  })
  return ({ stalledMs } = {}) => {
    repeatUntilClosed(server, CHECK_MS, endUnused(server, sockets))
    if (stalledMs !== undefined) repeatUntilClosed(server, stalledMs, endStalled(sockets, responses))
  }
}

function repeatUntilClosed(server: Server, everyMs: number, check: () => void): void {
  const timer = setInterval(check, everyMs)
  server.once('close', () => clearInterval(timer))
}

function endUnused(server: Server, sockets: ReadonlySet<Socket>): () => void {
  let silentBefore = new Set<Socket>()
  return () => {
    server.closeIdleConnections()
    // Node counts a connection as active before its first request; browsers open such connections in advance. Between
    // two checks the server reads what has arrived, so that a request is not cut.
    const silent = new Set([...sockets].filter(({ bytesRead }) => bytesRead === 0))
    for (const socket of silent) if (silentBefore.has(socket)) socket.destroy()
    silentBefore = silent
  }
}

function endStalled(sockets: ReadonlySet<Socket>, responses: ReadonlySet<ServerResponse>): () => void {
  const sentBefore = new Map<ServerResponse, number>()
  return () => {
    const inUse = new Set([...responses].map(({ socket }) => socket))
    // Node checks no time-outs of a server that closes, so headers may be incomplete for ever.
    for (const socket of sockets) if (!inUse.has(socket)) socket.destroy()
    for (const response of responses) {
      const { socket } = response
      if (socket === null) continue
      const sent = socket.bytesWritten - socket.writableLength
      if (socket.writableLength > 0 && sent === sentBefore.get(response)) response.destroy()
      sentBefore.set(response, sent)
    }
  }
}
