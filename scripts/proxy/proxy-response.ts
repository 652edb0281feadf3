import type { ServerResponse } from 'node:http'
import { securityHeaders } from '@assay/api/http/security-headers'

/** The proxy answers only with JSON, which needs the policy of the API: it loads and frames nothing. */
const HEADERS = securityHeaders({ path: '/api/health', nonce: '', isHttps: false })

/** Sends a response of the proxy itself, with the security headers of every response. */
export function sendProxyResponse(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  for (const [name, value] of HEADERS) response.setHeader(name, value)
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
  response.end(`${JSON.stringify(body, null, 2)}\n`)
}
