import type { IncomingMessage, ServerResponse } from 'node:http'
import { pathOf } from './secure-answer.ts'

/**
 * Refuses a request whose path has a `%` that does not encode UTF-8, as in `%ff`; returns false for others. Next would
 * answer it with status 500 where the path has a parameter.
 */
export function refuseMalformedPath(request: IncomingMessage, response: ServerResponse): boolean {
  try {
    decodeURIComponent(pathOf(request))
    return false
  } catch {
    response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' })
    response.end('A "%" in this address does not encode text as UTF-8. Check the address.\n')
    return true
  }
}
