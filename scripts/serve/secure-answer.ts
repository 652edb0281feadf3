import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { securityHeaders } from '@assay/api/http/security-headers'
import { setRequestHeader } from './set-request-header.ts'

const POLICY = 'content-security-policy'

/** While a page is developed React makes the stacks of errors from text, and Next's own panel has styles without a nonce. */
const inDevelopment = (policy: string): string =>
  policy
    .replace("'strict-dynamic'", "'strict-dynamic' 'unsafe-eval'")
    .replace(/style-src 'self' 'nonce-[^']+'/, "style-src 'self' 'unsafe-inline'")

/**
 * Puts the security headers on an answer, whoever writes it, in the moment its head is written: what the answer says
 * itself stays. Next is told the nonce of this answer by the request, where it looks for it, and puts it on its scripts.
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
  const headers = securityHeaders({ path: pathOf(request), nonce, isHttps, framers }).map(
    ([name, value]) => [name, isDevelopment ? inDevelopment(value) : value] as const,
  )
  const policy = headers.find(([name]) => name.toLowerCase() === POLICY)?.[1] ?? null
  setRequestHeader(request, `${POLICY}-report-only`, null)
  setRequestHeader(request, POLICY, policy)
  // It has several forms, and whichever is used goes on as it came.
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = (...args: unknown[]) => {
    response.removeHeader('X-Powered-By')
    for (const [name, value] of headers) if (!response.hasHeader(name)) response.setHeader(name, value)
    return writeHead(...args)
  }
}

/** The path of a request without its query. */
export function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}
