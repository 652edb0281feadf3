import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Reads the rest of a body to which a response has been sent, and discards it. Otherwise that rest would stand before the
 * next request on the connection, which another client may have sent, because the proxy uses its connections for all.
 * Node does so only while nobody has begun to read the body.
 */
export function discardUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('close', () => {
    if (request.readableEnded || request.destroyed) return
    request.unpipe()
    // A stream of the Web pauses the body whenever nobody reads it.
    for (const event of ['data', 'readable']) request.removeAllListeners(event)
    // Node notices only in the next tick that nobody waits for `readable`.
    setImmediate(() => request.resume())
  })
}
