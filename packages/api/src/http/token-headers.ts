import type { Caller } from '../access/resolve-access.ts'
import { holdsToken } from '../access/token.ts'
import { appError } from '../errors.ts'
import { problemResponse } from './problem-document.ts'

const WARN_MS = 14 * 24 * 3_600_000

const DETAIL =
  'The address contains a token, and logs record addresses. Send the token as the header "Authorization: Bearer TOKEN", and revoke this one.'

/** Refuses every URL with a token, because logs and browser histories record URLs. */
export function refuseTokenInUrl(request: Request): Response | null {
  const { pathname, search } = new URL(request.url)
  const detail = tokenInUrl(`${pathname}${search}`)
  return detail === null ? null : problemResponse(appError('token-in-url', detail))
}

/** The error text for a URL with a token in its path or query; null when it has none. */
export function tokenInUrl(text: string): string | null {
  // A plain token is found directly, an escaped one after decoding.
  const undone = text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return holdsToken(text) || holdsToken(undone) ? DETAIL : null
}

/** The header that says when the token expires, within its last 14 days; the CLI shows it. */
export function expiryHeaders(caller: Caller, now: Date): [name: string, value: string][] {
  if (caller.kind !== 'token' || caller.expiresAt == null) return []
  const left = Date.parse(caller.expiresAt) - now.getTime()
  return left > WARN_MS ? [] : [['assay-token-expires', caller.expiresAt]]
}
