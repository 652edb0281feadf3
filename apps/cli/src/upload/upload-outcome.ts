import { z } from 'zod'
import type { UploadAnswer } from '../spool/receipt.ts'

/** One location in the sent document, as reported by the server. */
export type ErrorLocation = { pointer?: string | undefined; message: string }

/** The outcome of a run, derived from the response of the server. */
export type UploadOutcome =
  | { kind: 'stored'; answer: UploadAnswer }
  /** The run must not be sent again unchanged. */
  | { kind: 'rejected'; status: number; code: string | null; reason: string; locations: readonly ErrorLocation[] }
  /** The run can be sent again later. `reached` is false when no server answered at all. */
  | { kind: 'retry'; reached: boolean; reason: string; retryAfterMs: number | null }
  /** No run would be accepted, because token, project or address is wrong; all stay in the spool. */
  | { kind: 'stop'; reason: string }

/** The code of an upload whose results are stored with other values. */
export const RESULT_CONFLICT = 'result-conflict'

const REJECTED: ReadonlySet<number> = new Set([400, 409, 413, 415, 422])
const RETRIED: ReadonlySet<number> = new Set([408, 425, 429])

/**
 * The meaning of an HTTP status other than 2xx (docs/cli.md has the table):
 *
 * | 400 409 413 415 422         | rejected |
 * | 408 425 429 5xx             | retry    |
 * | 401 403 404, redirects, all else | stop |
 */
export function outcomeOfStatus(
  status: number,
  details: {
    code: string | null
    detail: string | null
    locations: readonly ErrorLocation[]
    retryAfterMs: number | null
  },
): Exclude<UploadOutcome, { kind: 'stored' }> {
  const reason = details.detail ?? `the server answered with status ${status}`
  if (REJECTED.has(status))
    return { kind: 'rejected', status, code: details.code, reason, locations: details.locations }
  if (RETRIED.has(status) || status >= 500)
    return { kind: 'retry', reached: true, reason, retryAfterMs: details.retryAfterMs }
  if (status === 401) return { kind: 'stop', reason: `The server does not accept the token: ${reason}` }
  if (status === 403) return { kind: 'stop', reason: `The token does not allow this: ${reason}` }
  if (status >= 300 && status < 400) {
    return {
      kind: 'stop',
      reason: `The server redirects (status ${status}). Set ASSAY_URL to the address that it redirects to.`,
    }
  }
  return { kind: 'stop', reason }
}

/**
 * Returns the milliseconds to wait by a Retry-After header (RFC 9110: seconds, or a date); null when it is absent or
 * invalid.
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

const Places = z.array(z.object({ pointer: z.string().optional(), message: z.string() })).optional()

/** The `app` part of a tRPC error calls the locations `places`, a problem document calls them `errors`. */
const ErrorDetails = z.object({ code: z.string(), detail: z.string(), places: Places, errors: Places })

/** Reads the error from the `app` field of a tRPC error, or from a problem document. */
export function readErrorDetails(value: unknown): {
  code: string | null
  detail: string | null
  locations: readonly ErrorLocation[]
} {
  const read = ErrorDetails.safeParse(value)
  if (!read.success) return { code: null, detail: null, locations: [] }
  return { code: read.data.code, detail: read.data.detail, locations: read.data.places ?? read.data.errors ?? [] }
}
