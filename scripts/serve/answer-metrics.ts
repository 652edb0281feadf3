import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sha256Hex } from '@assay/api/attachments/attachment-store'
import type { Metrics } from './metrics.ts'
import { pathOf } from './secure-answer.ts'

/** The callers that may read /metrics: none, programs on this machine, or those with the token. */
export type MetricsAccess = { kind: 'off' } | { kind: 'loopback' } | { kind: 'token'; token: string }

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
/** `npm start` runs separate processes for pages and uploads, and each has its own metrics. */
const PATH = /^\/metrics(\/uploads)?$/

/**
 * Responds to /metrics in the format of Prometheus.
 *
 * @param address of the client; a request that a proxy forwarded never counts as local.
 * @returns false when the request is for something else.
 */
export function answerMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  { metrics, access, address }: { metrics: Metrics; access: MetricsAccess; address: string | null },
): boolean {
  if (!PATH.test(pathOf(request))) return false
  if (!isAllowed(request, access, address)) {
    const isToken = access.kind === 'token'
    response.writeHead(isToken ? 401 : 404, {
      'content-type': 'text/plain; charset=utf-8',
      ...(isToken ? { 'www-authenticate': 'Bearer realm="metrics"' } : {}),
    })
    response.end(
      isToken
        ? 'Send the value of ASSAY_METRICS_TOKEN as a bearer token.\n'
        : 'Metrics are not available here. ASSAY_METRICS and ASSAY_METRICS_TOKEN say who may read them (docs/operations.md).\n',
    )
    return true
  }
  void metrics.registry.metrics().then(
    (text) => {
      response.writeHead(200, { 'content-type': metrics.registry.contentType, 'cache-control': 'no-store' })
      response.end(text)
    },
    () => {
      response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' })
      response.end('The metrics could not be read.\n')
    },
  )
  return true
}

function isAllowed({ headers }: IncomingMessage, access: MetricsAccess, address: string | null): boolean {
  if (access.kind === 'off') return false
  if (access.kind === 'token') return isSame(headers.authorization ?? '', `Bearer ${access.token}`)
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some((name) => name in headers)
  return !isForwarded && address !== null && LOOPBACK.test(address)
}

const isSame = (a: string, b: string) => timingSafeEqual(Buffer.from(sha256Hex(a)), Buffer.from(sha256Hex(b)))
