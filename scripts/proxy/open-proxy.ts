import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { TrustedProxies } from '@assay/api/http/client-address'
import { markRequest } from '../serve/mark-request.ts'
import { trackConnections } from '../serve/track-connections.ts'
import { createRequestLimit, limitConnections } from './address-limits.ts'
import { createAdmission } from './admit-requests.ts'
import { answerHealth } from './answer-health.ts'
import { isForMetrics, type ProcessName } from './choose-process.ts'
import { forwardRequest } from './forward-request.ts'
import { callerOf } from './process-use.ts'
import { sendProblem } from './send-problem.ts'
import { sendUnavailable } from './send-unavailable.ts'

/** Longer than proxies and clients keep an idle connection; otherwise they would send into one that was just closed. */
const KEEP_ALIVE_MS = 75_000
/** Time in which a client must send its headers or read something of its response while the server stops. */
const STALLED_MS = 3_000
/** Time in which the headers of a request must arrive, and the whole of a request. */
const TIMEOUTS = { headersTimeout: 20_000, requestTimeout: 300_000, connectionsCheckingInterval: 5_000 }

type Upstream = {
  socketPath: string
  isAnswering: () => boolean
  /** Starts the process when it is started on demand; resolves with false when it does not answer in time. */
  untilAnswering: () => Promise<boolean>
}
export type Upstreams = Record<ProcessName, Upstream>

/** The health that a process reported last; null when none did for a while. */
export type ReportedHealth = () => { ready: boolean } | null

/**
 * Opens the port of the product: a reverse proxy that sends each request to the process that answers it. It parses no
 * body and stores nothing, so that no request can stop it, and slow clients wait here instead of in a process.
 */
export async function openProxy(
  { host, port, proxies }: { host: string; port: number; proxies: TrustedProxies },
  upstreams: Upstreams,
  health: ReportedHealth,
  { stalledMs = STALLED_MS } = {},
): Promise<{ close(): Promise<void> }> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 64 })
  const stopping = new AbortController()
  const refuseTooMany = createRequestLimit()
  const admission = createAdmission(upstreams)
  const server = createServer(TIMEOUTS, (request, response) => {
    if (stopping.signal.aborted) response.shouldKeepAlive = false
    const address = markRequest(request, proxies)
    if (answerHealth(request, response, upstreams, health)) return
    if (refuseTrace(request, response) || refuseTooMany(request, response, address)) return
    const { name, admit } = admission(request, response, callerOf(request, address))
    const startsOnDemand = name !== 'pages' && !isForMetrics(request)
    if (!startsOnDemand && !upstreams[name].isAnswering()) return sendUnavailable(response, name)
    void forwardRequest(request, response, { upstreams, name, agent, admit, stopping: stopping.signal })
  })
  limitConnections(server, proxies)
  const endConnections = trackConnections(server)
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.listen(port, host)
  await once(server, 'listening')
  return {
    async close() {
      const closed = once(server, 'close')
      server.close()
      stopping.abort()
      // Otherwise a client that keeps sending on its connection would delay the end of the old server.
      endConnections({ stalledMs })
      await closed
      agent.destroy()
    },
  }
}

/** TRACE would answer with the cookies of the request. Node closes the connection of a CONNECT by itself. */
function refuseTrace({ method }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== 'TRACE') return false
  const detail = 'TRACE is not answered.'
  sendProblem(response, { status: 405, code: 'method-not-allowed', title: 'Method not allowed', detail })
  return true
}
