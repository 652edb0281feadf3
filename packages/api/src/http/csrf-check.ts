import { type AppError, appError } from '../errors.ts'

/** The headers of a request that state its origin; a missing header is null. */
export type RequestOrigin = {
  method: string
  cookie: string | null
  authorization: string | null
  origin: string | null
  fetchSite: string | null
  host: string | null
}

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Returns the error for a request that another site may have made a browser send; null for any other. A request that
 * only reads passes. Of the others:
 *
 * | request with                                  | passes when                                            |
 * | `Authorization`, and no cookie                | always: browsers do not send it by themselves          |
 * | a cookie                                      | Origin is ours, or Sec-Fetch-Site is same-origin       |
 * | neither                                       | likewise, or both are absent, as from `curl`           |
 *
 * The last row prevents that a foreign page signs its visitor in with another account. No framework does this for all
 * requests: Next compares origins for server actions only, and lets those without an Origin through; Hono compares for
 * the content types of forms only.
 */
export function csrfProblem(request: RequestOrigin, publicUrl: string): AppError | null {
  if (SAFE_METHODS.includes(request.method.toUpperCase())) return null
  if (request.cookie === null && request.authorization !== null) return null
  if (isOurs(request, publicUrl) || request.fetchSite?.toLowerCase() === 'same-origin') return null
  const { origin, fetchSite } = request
  if (request.cookie === null && origin === null && fetchSite === null) return null
  const from = origin === null ? (fetchSite ?? 'nowhere that it names') : origin
  return appError(
    'origin-foreign',
    `A change with a cookie must come from a page of ${new URL(publicUrl).origin}; this one comes from ${from}. Scripts send a token and no cookie.`,
  )
}

/**
 * True for the public address, and on this machine for the requested host, because people open 127.0.0.1 and localhost
 * alike. While the public address is a local one, that applies to any host name.
 */
function isOurs({ origin, host }: RequestOrigin, publicUrl: string): boolean {
  if (origin === null || !URL.canParse(origin)) return false
  const from = new URL(origin)
  const own = new URL(publicUrl)
  if (from.origin === own.origin) return true
  if (host === null || from.host !== host.toLowerCase() || !/^https?:$/.test(from.protocol)) return false
  return isLoopback(own.hostname) || isLoopback(from.hostname)
}

const isLoopback = (hostname: string) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
