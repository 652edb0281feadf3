import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { securityHeaders } from '@assay/api/http/security-headers'
import { completeContentType } from './content-charset.ts'
import { setRequestHeader } from './set-request-header.ts'

const POLICY = 'content-security-policy'

/** In development React evaluates stacks of errors as text, and Next's panel has styles without a nonce. */
const inDevelopment = (policy: string): string =>
  policy
    .replace("'strict-dynamic'", "'strict-dynamic' 'unsafe-eval'")
    .replace(/style-src 'self' 'nonce-[^']+'/, "style-src 'self' 'unsafe-inline'")

/**
 * Adds the security headers to a response when its head is written, by any handler, and the charset of a text; headers
 * that the response sets itself stay. The nonce of the response is passed to Next in the request, and Next adds it to its scripts.
 */
export function secureAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  {
    isHttps,
    isDevelopment = false,
    framers,
  }: { isHttps: boolean; isDevelopment?: boolean; framers?: string | undefined },
): void {
  const nonce = randomBytes(18).toString('base64')
  const headers = [...securityHeaders({ path: pathOf(request), nonce, isHttps, framers }), ...caching(request)].map(
    ([name, value]) => [name, isDevelopment ? inDevelopment(value) : value] as const,
  )
  const policy = headers.find(([name]) => name.toLowerCase() === POLICY)?.[1] ?? null
  setRequestHeader(request, `${POLICY}-report-only`, null)
  setRequestHeader(request, POLICY, policy)
  // writeHead has several overloads, whose arguments are passed on unchanged.
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = (...args: unknown[]) => {
    response.removeHeader('X-Powered-By')
    for (const [name, value] of headers) if (!response.hasHeader(name)) response.setHeader(name, value)
    return writeHead(...completeContentType(response, args))
  }
}

/** A response to somebody with credentials may be about them, so that no cache stores it unless it says so itself. */
const caching = ({ headers }: IncomingMessage): (readonly [string, string])[] =>
  headers.authorization === undefined && headers.cookie === undefined ? [] : [['Cache-Control', 'private, no-store']]

/** The path of a request without its query. */
export function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}
