import type { ServerResponse } from 'node:http'
import { sendProxyResponse } from './proxy-response.ts'

const RETRY_AFTER_SECONDS = '2'

/**
 * Responds for a process that is restarting: a problem document with Retry-After.
 *
 * @param options.mayBeStored true for a request that writes and that was sent to the process.
 */
export function sendUnavailable(response: ServerResponse, name: string, { mayBeStored = false } = {}): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  const stored = mayBeStored
    ? 'It ended before it answered, so this request may or may not have been stored'
    : 'Nothing was stored'
  const detail = `The process that answers this (${name}) is starting again. ${stored}; try again in ${RETRY_AFTER_SECONDS} s.`
  const problem = {
    type: '/docs/api#problem-unavailable',
    title: 'Not available right now',
    status: 503,
    code: 'unavailable',
    detail,
  }
  sendProxyResponse(response, 503, problem, {
    'content-type': 'application/problem+json; charset=utf-8',
    'retry-after': RETRY_AFTER_SECONDS,
    // The rest of a body is not read.
    connection: 'close',
  })
}
