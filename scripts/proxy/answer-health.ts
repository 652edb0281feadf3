import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ReportedHealth, Upstreams } from './open-proxy.ts'
import { sendProxyResponse } from './proxy-response.ts'
import { sendUnavailable } from './send-unavailable.ts'

/**
 * Answers /api/health from memory, so that no upload, comparison or export delays it. It is ready while all processes
 * that answer requests run, busy or not, and their last health report says so.
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
    const away = (['pages', 'uploads'] as const).find((name) => !upstreams[name].isAnswering())
    const reported = health()
    if (away !== undefined || reported === null) sendUnavailable(response, away ?? 'uploads')
    else sendProxyResponse(response, reported.ready ? 200 : 503, reported)
  }
  return true
}
