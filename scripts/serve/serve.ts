// A web server. Uploads to /api/v1 are handled here by the use-cases; everything else is a page and goes to Next
// (docs/decisions/033-own-http-server.md). `npm start` runs up to three behind its proxy, for pages, uploads and heavy
// requests (docs/decisions/165-processes.md, 318-heavy-requests-move.md); `npm run dev` runs one for everything.

import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { readTrustedProxies } from '@assay/api/http/client-address'
import { startShortJobs, startWorker } from '@assay/api/jobs/job-worker'
import { captureConsole, log } from '@assay/api/observability/log'
import { startTracing, stopTracing } from '@assay/api/observability/tracing'
import { openServices } from '@assay/api/open-services'
import type { Services } from '@assay/api/services'
import { readFrameAncestors } from '@assay/api/shares/frame-ancestors'
import { movingPool } from '@assay/api/worker-pool/moving-pool'
import { openWorkerPool } from '@assay/api/worker-pool/open-worker-pool'
import { getRequestListener } from '@hono/node-server'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { formatError } from '../lib/plain-error.ts'
import { readSettings } from '../start/settings.ts'
import { answerMetrics } from './answer-metrics.ts'
import { answerUploads } from './answer-uploads.ts'
import { discardUnreadBody } from './discard-unread-body.ts'
import { endWhenIdle } from './end-when-idle.ts'
import { shutDownOnSignal } from './graceful-shutdown.ts'
import { handleApi } from './handle-api.ts'
import { judgeOlderRuns } from './judge-older-runs.ts'
import { lowerSessions } from './lower-sessions.ts'
import { createMetrics } from './metrics.ts'
import { handleMovable } from './movable-request.ts'
import { loadPages, openPages, openPagesInDevelopment } from './next-handler.ts'
import { observeRequests } from './observe-requests.ts'
import { prepareRunIndexes } from './prepare-run-indexes.ts'
import { receiveVariables } from './receive-variables.ts'
import { redirectShortAddress } from './redirect-short-address.ts'
import { releaseMemoryOfStart } from './release-memory.ts'
import { reportReady } from './report-ready.ts'
import { serverReport } from './report-server.ts'
import { createRequestHandler } from './request-handler.ts'
import { readServeOptions } from './serve-options.ts'
import { compressedFiles } from './static-files.ts'
import { warmUpPages } from './warm-up-pages.ts'
import { workKind } from './work-kind.ts'

const { role, socketPath, isDevelopment } = readServeOptions()
const isOnDemand = role === 'uploads' || role === 'heavy'
await receiveVariables()
const settings = readSettings(process.env)
const { databaseUrl = '', host, port, trustedProxies, metrics: access } = settings
captureConsole()
await startTracing(process.env, role)
const workers = movingPool(openWorkerPool())
const services = openServices({
  ...settings,
  databaseUrl,
  publicUrl: settings.publicUrl ?? `http://localhost:${port}`,
  workers,
  onSession: lowerSessions(),
})
// Pages use the same database object, so that there is one pool and one run index (apps/web/src/server/web-services.ts).
Object.assign(globalThis, { assayServices: Promise.resolve(services) })

/** The standalone build of the web app. */
const BUILT = join(ROOT, 'apps/web/.next/standalone/apps/web')

/** Longer than proxies and clients keep an idle connection; otherwise they would send into one that was just closed. */
const KEEP_ALIVE_MS = 75_000

/** Time in which a client must read something of its response while the server stops. */
const STALLED_MS = 3_000

/** Replaces a missing or invalid Host header. */
const LISTENER = { hostname: 'localhost' }

try {
  const unavailable = (error: unknown) => {
    log.error({ component: 'jobs', err: error }, 'the worker did not start')
    return null
  }
  // The schema of the queue is created before the first request, because an upload that queues a job would fail without
  // it; the pages are opened meanwhile.
  const queueReady = services.db.jobs.prepare().catch(unavailable)
  const pages = role === 'uploads' ? null : await openPagesHere()
  const metrics = createMetrics(services, role)
  const answerRequest = createRequestHandler(services, {
    answerApi: getRequestListener((request) => handleApi(request, services), LISTENER),
    answerPage:
      pages === null ? getRequestListener((request) => answerUploads(request, services), LISTENER) : pages.answer,
    readFrameAncestors: (path) => readFrameAncestors(services, path),
    redirectPage: (request, response) => redirectShortAddress(services, request, response),
    answerMetrics: (request, response, address) => answerMetrics(request, response, { metrics, access, address }),
    proxies: socketPath === null ? readTrustedProxies(trustedProxies) : 'ours',
    isDevelopment,
  })
  const handleRequest = observeRequests(answerRequest, metrics)
  let isStopping = () => false
  const server = createServer((request, response) => {
    if (isStopping()) response.setHeader('Connection', 'close')
    discardUnreadBody(request, response)
    const mayReadStandby = request.method === 'GET' || request.method === 'HEAD'
    const handle = () => handleMovable(request, response, socketPath !== null, () => handleRequest(request, response))
    services.db.asWork(workKind(request), handle, { mayReadStandby })
  })
  // The proxy ends the connections to a socket, so that it never sends into one that just closed.
  server.keepAliveTimeout = socketPath === null ? KEEP_ALIVE_MS : 0
  await queueReady
  if (socketPath !== null) rmSync(socketPath, { force: true }) // An earlier process may have been killed and left it.
  // Work that nobody waits for follows the first report of health.
  const reported = listen(server).then(() => reportReady(role === 'pages' ? serverReport(services) : undefined))
  if (role === 'pages' && socketPath !== null) {
    const failed = (err: unknown) => log.warn({ component: 'pages', err }, 'the pages were not loaded in advance')
    void reported.then(() => loadPages(BUILT)).then(() => warmUpPages(socketPath), failed)
  }
  if (!isDevelopment) releaseMemoryOfStart(server)
  if (role === 'all') void judgeOlderRuns(services.db)
  if (!isOnDemand) void reported.then(() => prepareRunIndexes(services.db))
  // Requests are served without the worker; it recovers by itself when the database does.
  const worker = isOnDemand ? null : reported.then(() => startJobs(services)).catch(unavailable)
  if (isOnDemand) endWhenIdle(server)
  isStopping = shutDownOnSignal(server, {
    endStreams: () => void services.events.stop(),
    async release() {
      await Promise.allSettled([pages?.close(), worker?.then((one) => one?.stop()), workers.close()])
      await services.db.close()
      await stopTracing()
    },
    // The proxy has a time-out of its own for slow clients.
    ...(socketPath === null && { stalledMs: STALLED_MS }),
  })
} catch (error) {
  console.error(formatError(error))
  process.exit(1)
}

function listen(server: Server): Promise<void> {
  return new Promise((listening) => {
    if (socketPath === null) server.listen(port, host, listening)
    else server.listen(socketPath, listening)
  })
}

/** With a process for jobs, only short ones run here, so that it can end while there are no others. */
function startJobs(all: Services) {
  return role === 'all' ? startWorker(all) : startShortJobs(all)
}

/** The pages, and their static files as Brotli. Next gets the address of the product, on any socket of this process. */
async function openPagesHere() {
  const address = { hostname: host, port }
  if (isDevelopment) {
    const pages = await openPagesInDevelopment(join(ROOT, 'apps/web'), address)
    return { answer: pages.getRequestHandler(), close: () => pages.close() }
  }
  const pages = await openPages(BUILT, address)
  const sendFile = compressedFiles(join(BUILT, '.next/static'))
  const answerPage = pages.getRequestHandler()
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    sendFile(request, response) ? undefined : answerPage(request, response)
  return { answer, close: () => pages.close() }
}
