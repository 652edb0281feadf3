import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { CLIENT_ADDRESS_HEADER, REQUEST_ID_HEADER } from '@assay/api/access/request-facts'
import { clientAddress, type TrustedProxies } from '@assay/api/http/client-address'

/**
 * Writes into the request who sends it and a number of its own, in place of whatever the client sent under these names.
 *
 * @returns the address of the client; null when the connection is gone already.
 */
export function markRequest(request: IncomingMessage, proxies: TrustedProxies): string | null {
  const forwardedFor = request.headers['x-forwarded-for']
  const address = clientAddress(
    { remote: request.socket.remoteAddress, forwardedFor: typeof forwardedFor === 'string' ? forwardedFor : undefined },
    proxies,
  )
  setHeader(request, CLIENT_ADDRESS_HEADER, address)
  setHeader(request, REQUEST_ID_HEADER, randomUUID())
  return address
}

/** Next reads `headers`, the listener of the API reads `rawHeaders`. */
function setHeader(request: IncomingMessage, name: string, value: string | null): void {
  const { rawHeaders } = request
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2)
  }
  delete request.headers[name]
  if (value === null) return
  request.headers[name] = value
  rawHeaders.push(name, value)
}
