import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const CHECK_MS = 50

/**
 * Tracks the connections of a server, so that it can stop although clients keep some of them open.
 *
 * @returns a function that ends, from its call on, connections without a request at once, and with checks every
 *   `stalledMs` those whose client sends only a part of its headers or reads nothing of its response. Requests that are
 *   computed or received are finished. The result of the function ends the checks.
 */
export function trackConnections(server: Server): (stalledMs: number) => () => void {
  const sockets = new Set<Socket>()
  const responses = new Set<ServerResponse>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', (_request, response) => {
    responses.add(response)
    response.once('close', () => responses.delete(response))
  })
  return (stalledMs) => {
    const endUnused = setInterval(() => {
      server.closeIdleConnections()
      // Node counts a connection as active before its first request; browsers open such connections in advance.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, CHECK_MS)
    const sentBefore = new Map<ServerResponse, number>()
    const endStalled = setInterval(() => {
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
    }, stalledMs)
    return () => {
      clearInterval(endUnused)
      clearInterval(endStalled)
    }
  }
}
