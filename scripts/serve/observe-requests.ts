import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressPrefix, REQUEST_ID_HEADER } from '@assay/api/access/request-facts'
import { log } from '@assay/api/observability/log'
import { withRequestId } from '@assay/api/observability/request-context'
import { traceRequest } from '@assay/api/observability/tracing'
import { markedAddress } from './mark-request.ts'
import type { Metrics } from './metrics.ts'
import { routeLabel } from './route-label.ts'
import { pathOf } from './secure-answer.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

type EndSpan = (name: string, attributes: Record<string, string | number>) => void

const REFUSALS = new Set([401, 403])
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Counts and times every request, and gives it one id: in the header X-Request-Id of its response, in its problem
 * document, on its error page and in every line of the log. `handle` writes the id into the request (mark-request.ts).
 */
export function observeRequests(handle: Listener, metrics: Metrics): Listener {
  return (request, response) => traceRequest(request.headers, (endSpan) => observe(request, response, endSpan))

  function observe(request: IncomingMessage, response: ServerResponse, endSpan: EndSpan): void {
    const began = performance.now()
    const readId = () => idOf(request)
    answerWithId(response, readId)
    response.once('close', () => {
      const method = METHODS.has(request.method ?? '') ? String(request.method) : 'other'
      const route = routeLabel(pathOf(request))
      // A client that disconnected before its response began has no status; nginx counts it as 499, too.
      const status = response.headersSent ? response.statusCode : 499
      const seconds = (performance.now() - began) / 1000
      endSpan(`${method} ${route}`, {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'assay.request_id': readId() ?? '',
      })
      metrics.requests.inc({ method, route, status })
      // A stream of events is open for as long as its page.
      if (!isEventStream(response)) metrics.latency.observe({ method, route }, seconds)
      const network = addressPrefix(markedAddress(request))
      const line = { component: 'http', requestId: readId(), method, route, status, seconds, network }
      log[levelOf(status)](line, `${method} ${route} was answered with ${status}`)
    })
    withRequestId(readId, () => handle(request, response))
  }
}

/** Refused callers are logged, so that an operator sees who tries tokens or paths (OWASP ASVS 16.3.2). */
function levelOf(status: number): 'warn' | 'info' | 'debug' {
  if (status >= 500) return 'warn'
  return REFUSALS.has(status) ? 'info' : 'debug'
}

const isEventStream = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type')).startsWith('text/event-stream')

function idOf({ headers }: IncomingMessage): string | null {
  const id = headers[REQUEST_ID_HEADER]
  return typeof id === 'string' ? id : null
}

/** The id is known when the head of the response is written, by any handler. */
function answerWithId(response: ServerResponse, readId: () => string | null): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = (...args: unknown[]) => {
    const id = readId()
    if (id !== null && !response.hasHeader('X-Request-Id')) response.setHeader('X-Request-Id', id)
    return writeHead(...args)
  }
}
