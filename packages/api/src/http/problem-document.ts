import { type AppError, ERRORS } from '../errors.ts'
import { currentRequestId } from '../observability/request-context.ts'

/** Seconds in the Retry-After header when the server is temporarily unavailable. */
export const RETRY_AFTER = '5'

/** A problem document (RFC 9457): error, location in the request, and expected value. */
export function problemResponse(error: AppError, headers: Record<string, string> = {}): Response {
  const { status, title } = ERRORS[error.code]
  const body = {
    type: `/docs/api#problem-${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.detail,
    ...requestInstance(),
    ...(error.places === undefined ? {} : { errors: error.places }),
    ...(error.questions === undefined ? {} : { questions: error.questions }),
  }
  return new Response(`${JSON.stringify(body, null, 2)}\n`, {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      ...(status === 401 ? { 'www-authenticate': 'Bearer realm="assay"' } : {}),
      ...(status === 503 || status === 429 ? { 'retry-after': RETRY_AFTER } : {}),
      ...headers,
    },
  })
}

/** The `instance` member of RFC 9457 with the id of the request, which leads from a problem report to the log lines. */
export function requestInstance(): { instance?: string } {
  const requestId = currentRequestId()
  return requestId === null ? {} : { instance: `urn:uuid:${requestId}` }
}

export function jsonResponse(
  value: unknown,
  init: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(JSON.stringify(value), {
    status: init.status ?? 200,
    headers: { 'content-type': 'application/json; charset=utf-8', ...init.headers },
  })
}
