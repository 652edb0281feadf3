import { appError } from '../errors.ts'
import { problemResponse } from './problem.ts'

/** Errors of node-postgres and of Postgres itself that mean "not now": connection refused, cut, shutting down, full. */
const NOT_NOW = /^(ECONN\w+|EPIPE|ETIMEDOUT|57P0[1-3]|53\d{3}|08\w{3})$/

/**
 * Answers a fault of ours instead of letting it end the request without words: 503 with Retry-After while the
 * database is away, 500 for a bug, which is logged with its stack and told without it.
 */
export async function answeringFaults(handle: () => Promise<Response>): Promise<Response> {
  try {
    return await handle()
  } catch (cause) {
    if (isNotNow(cause)) {
      return problemResponse(
        appError(
          'unavailable',
          'The database does not answer right now. Nothing was stored; try again in a few seconds.',
        ),
      )
    }
    console.error(cause)
    return Response.json(
      {
        type: 'about:blank',
        title: 'A fault in Assay',
        status: 500,
        detail: 'This is a bug, not your input. It was logged; please report it.',
      },
      { status: 500, headers: { 'content-type': 'application/problem+json; charset=utf-8' } },
    )
  }
}

function isNotNow(cause: unknown): boolean {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string' && NOT_NOW.test(error.code)) return true
    if (/Connection terminated|timeout exceeded when trying to connect/.test(error.message)) return true
    if (error instanceof AggregateError && error.errors.some(isNotNow)) return true
  }
  return false
}
