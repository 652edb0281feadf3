import type { ServerResponse } from 'node:http'
import { sendProxyResponse } from './proxy-response.ts'

const RETRY_AFTER_SECONDS = 2

/** Responds with a problem document and Retry-After, without reading the rest of the request. */
export function sendProblem(
  response: ServerResponse,
  problem: { status: number; code: string; title: string; detail: string },
): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  sendProxyResponse(
    response,
    problem.status,
    { type: `/docs/api#problem-${problem.code}`, ...problem },
    {
      'content-type': 'application/problem+json; charset=utf-8',
      'retry-after': String(RETRY_AFTER_SECONDS),
      // The rest of a body is not read.
      connection: 'close',
    },
  )
}
