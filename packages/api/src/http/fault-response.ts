import { log } from '../observability/log.ts'
import { BUG, faultError } from './fault.ts'
import { problemResponse, requestInstance } from './problem-document.ts'

/**
 * The response to a request that failed by our fault: 503 with Retry-After while the database is unavailable, 422 for a
 * request that reached a time-out, 500 for a bug, which is logged with its stack.
 */
export function faultResponse(cause: unknown): Response {
  const error = faultError(cause)
  if (error !== null) return problemResponse(error)
  log.error({ component: 'http', err: cause }, 'a request failed by a bug')
  return Response.json(
    { type: 'about:blank', title: 'A fault in Assay', status: 500, detail: BUG, ...requestInstance() },
    { status: 500, headers: { 'content-type': 'application/problem+json; charset=utf-8' } },
  )
}

/** Runs a handler and responds to its faults (`faultResponse`). */
export async function withFaultResponse(handle: () => Promise<Response>): Promise<Response> {
  try {
    return await handle()
  } catch (cause) {
    return faultResponse(cause)
  }
}
