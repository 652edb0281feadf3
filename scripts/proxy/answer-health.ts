import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ReportedHealth, Upstreams } from './open-proxy.ts'
import { sendProxyResponse } from './proxy-response.ts'
import { sendUnavailable } from './send-unavailable.ts'

/**
 * Answers /api/health from memory, so that no upload, comparison or export delays it. It is ready while the process for
 * pages runs, busy or not, and its last health report says so; the others that answer requests start when needed.
 *
 * @returns false for another path.
 */
export function answerHealth(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  upstreams: Upstreams,
  health: ReportedHealth,
): boolean {
  const path = url.split('?', 1)[0]
  if (path === '/api/health/live') sendProxyResponse(response, 200, { status: 'live' })
  else if (path !== '/api/health/ready') return false
  else {
    const reported = health()
    if (!upstreams.pages.isAnswering() || reported === null) sendUnavailable(response, 'pages')
    else sendProxyResponse(response, reported.ready ? 200 : 503, reported)
  }
  return true
}
