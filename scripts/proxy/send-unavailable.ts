import type { ServerResponse } from 'node:http'
import { sendProblem } from './send-problem.ts'

/**
 * Responds for a process that is restarting: a problem document with Retry-After.
 *
 * @param options.mayBeStored true for a request that writes and that was sent to the process.
 */
export function sendUnavailable(response: ServerResponse, name: string, { mayBeStored = false } = {}): void {
  const stored = mayBeStored
    ? 'It ended before it answered, so this request may or may not have been stored'
    : 'Nothing was stored'
  sendProblem(response, {
    status: 503,
    code: 'unavailable',
    title: 'Not available right now',
    detail: `The process that answers this (${name}) is starting again. ${stored}; try again in 2 s.`,
  })
}
