import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { CLIENT_ADDRESS_HEADER, REQUEST_ID_HEADER } from '@assay/api/access/request-facts'
import { clientAddress, type TrustedProxies } from '@assay/api/http/client-address'
import { setRequestHeader } from './set-request-header.ts'

/**
 * Writes the address of the sender and an id into the request, replacing whatever the client sent under these names.
 *
 * @returns the address of the client; null when the connection is closed already.
 */
export function markRequest(request: IncomingMessage, proxies: TrustedProxies): string | null {
  const forwardedFor = request.headers['x-forwarded-for']
  const address = clientAddress(
    { remote: request.socket.remoteAddress, forwardedFor: typeof forwardedFor === 'string' ? forwardedFor : undefined },
    proxies,
  )
  setRequestHeader(request, CLIENT_ADDRESS_HEADER, address)
  setRequestHeader(request, REQUEST_ID_HEADER, randomUUID())
  return address
}

/** The address of the client as `markRequest` wrote it, in a process that only the proxy reaches. */
export function markedAddress({ headers }: IncomingMessage): string | null {
  const address = headers[CLIENT_ADDRESS_HEADER]
  return typeof address === 'string' ? address : null
}
