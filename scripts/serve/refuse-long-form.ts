import type { IncomingMessage, ServerResponse } from 'node:http'
import { MAX_ANONYMOUS_BYTES } from '@assay/api/http/body-size-limits'

/**
 * Refuses a request to a page whose body is longer than any form of the pages, or has no length, without reading it;
 * returns false for others. Bodies for the API have separate limits.
 */
export function refuseLongForm({ url = '', headers }: IncomingMessage, response: ServerResponse): boolean {
  if (url.startsWith('/api/trpc/')) return false
  const isChunked = headers['transfer-encoding'] !== undefined
  if (!isChunked && Number(headers['content-length'] ?? 0) <= MAX_ANONYMOUS_BYTES) return false
  response.writeHead(isChunked ? 411 : 413, { 'content-type': 'text/plain; charset=utf-8' })
  const reason = isChunked ? 'The request does not say how long it is' : 'The request is over 64 KB'
  response.end(`${reason}, which no form of this page sends. Use the API for uploads: /docs/api.\n`)
  return true
}
