import { BUG, DATABASE_AWAY, isNotNow } from './fault.ts'
import { problemResponse } from './problem.ts'

/**
 * Answers a fault of ours instead of letting it end the request without words: 503 with Retry-After while the
 * database is away, 500 for a bug, which is logged with its stack and told without it.
 */
export async function answeringFaults(handle: () => Promise<Response>): Promise<Response> {
  try {
    return await handle()
  } catch (cause) {
    if (isNotNow(cause)) return problemResponse(DATABASE_AWAY)
    console.error(cause)
    return Response.json(
      { type: 'about:blank', title: 'A fault in Assay', status: 500, detail: BUG },
      { status: 500, headers: { 'content-type': 'application/problem+json; charset=utf-8' } },
    )
  }
}
