// The web server: one process and one port. What runners send to /api/v1 is answered here, straight from the use-cases;
// everything else is a page and goes to Next. docs/decisions/033-own-http-server.md says why and what it gained.

import { createServer } from 'node:http'
import { join } from 'node:path'
import { readTrustedProxies } from '@assay/api/http/client-address'
import { startWorker } from '@assay/api/jobs/worker'
import { openServices } from '@assay/api/open-services'
import { handleRest } from '@assay/api/rest/handle-rest'
import { readFrameAncestors } from '@assay/api/shares/frame-ancestors'
import { openWorkerPool } from '@assay/api/worker-pool/open-worker-pool'
import { getRequestListener } from '@hono/node-server'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { formatError } from '../lib/plain-error.ts'
import { readSettings } from '../start/settings.ts'
import { judgeOlderRuns } from './judge-older-runs.ts'
import { openPages, openPagesInDevelopment } from './next-handler.ts'
import { createRequestHandler } from './request-handler.ts'

const {
  databaseUrl = '',
  dataDir,
  host,
  port,
  publicUrl,
  limits,
  trustedProxies,
  accounts,
  loopbackTargets,
} = readSettings(process.env)
const workers = openWorkerPool()
const services = openServices({
  databaseUrl,
  dataDir,
  publicUrl: publicUrl ?? `http://localhost:${port}`,
  limits,
  accounts,
  loopbackTargets,
  workers,
})
// Pages take the same database, so that there is one pool and one run index (apps/web/src/trpc/services.ts).
Object.assign(globalThis, { assayServices: Promise.resolve(services) })

/** `npm run dev` compiles pages from their sources and uses this listener, too. */
const isDevelopment = process.argv.includes('--dev')
const CLOSE_IDLE_MS = 50
/** Longer than proxies and clients keep a connection that nothing is sent on, or they would send into one that just closed. */
const KEEP_ALIVE_MS = 75_000

const answerApi = getRequestListener((request) => handleRest(request, services), {
  // Without a Host header, or with one that is none.
  hostname: 'localhost',
})

try {
  const pages = isDevelopment
    ? await openPagesInDevelopment(join(ROOT, 'apps/web'), { hostname: host, port })
    : await openPages(join(ROOT, 'apps/web/.next/standalone/apps/web'), { hostname: host, port })
  const answerPage = pages.getRequestHandler()
  let stopping = false
  const handleRequest = createRequestHandler(services, {
    answerApi,
    answerPage,
    readFrameAncestors: (path) => readFrameAncestors(services, path),
    proxies: readTrustedProxies(trustedProxies),
    isDevelopment,
  })
  const server = createServer((request, response) => {
    if (stopping) response.setHeader('Connection', 'close')
    handleRequest(request, response)
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const unavailable = (error: unknown) => {
    console.error(`jobs         the worker did not start: ${formatError(error)}`)
    return null
  }
  // Before the first request: while the queue makes its schema, an upload that asks for work would fail.
  await services.db.jobs.prepare().catch(unavailable)
  server.listen(port, host)
  void judgeOlderRuns(services.db)
  // Pages answer without it; it comes back by itself when the database does.
  const worker = startWorker(services).catch(unavailable)
  const stop = () => {
    server.close(
      () =>
        void Promise.allSettled([pages.close(), worker.then((one) => one?.stop()), workers.close()])
          .then(() => services.db.close())
          .then(() => process.exit(0)),
    )
    // A client that asks again and again on a connection it keeps would hold the old server up, and be answered by it.
    stopping = true
    server.closeIdleConnections()
    setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS).unref()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (error) {
  console.error(formatError(error))
  process.exit(1)
}
