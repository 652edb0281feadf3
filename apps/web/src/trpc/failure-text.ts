'use client'

import { TRPCClientError } from '@trpc/client'

/** The error message of the server, or a sentence about the connection when the server did not answer. */
export function failureText(error: unknown): string {
  if (error instanceof TRPCClientError) {
    if (error.data != null) return error.message
    // A refusal before a procedure is reached is a problem document, as in REST.
    const problem: unknown = error.meta?.responseJSON
    if (typeof problem === 'object' && problem !== null && 'detail' in problem) return String(problem.detail)
  }
  return 'The server did not answer. Nothing was saved; try again.'
}

/** True when the outcome of a request is unknown: the server did not respond, or a proxy did. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return true
  // The database is unavailable; it may have stored the change before it stopped.
  if (error.data != null) return error.data.httpStatus === 503
  const problem: unknown = error.meta?.responseJSON
  return typeof problem !== 'object' || problem === null || !('detail' in problem)
}

/** The requirements that are missing, as the server listed them. */
export function missingTexts(error: unknown): string[] {
  if (!(error instanceof TRPCClientError) || error.data?.app?.code !== 'spec-incomplete') return []
  const locations: unknown = error.data.app.places
  if (!Array.isArray(locations)) return []
  return locations.flatMap((location: unknown) =>
    typeof location === 'object' && location !== null && 'message' in location ? [String(location.message)] : [],
  )
}

/** True when the object of the request changed meanwhile. */
export const isConflict = (error: unknown): boolean =>
  error instanceof TRPCClientError && error.data?.app?.code === 'conflict'

/** True when signing in, or signing in again, would help. */
export function needsSignIn(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false
  const code: unknown = error.data?.app?.code
  return code === 'sign-in-too-old' || code === 'token-missing'
}
