// The web server: one process and one port. What runners send to /api/v1 is answered here, straight from the use-cases;
// everything else is a page and goes to Next. docs/decisions/033-own-http-server.md says why and what it gained.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { readTrustedProxies } from '@assay/api/http/client-address'
import { EMBEDDED } from '@assay/api/http/content-policy'
import { startWorker } from '@assay/api/jobs/worker'
import { openServices } from '@assay/api/open-services'
import { handleRest } from '@assay/api/rest/handle-rest'
import { readFrameAncestors } from '@assay/api/shares/frame-ancestors'
import { getRequestListener } from '@hono/node-server'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { formatError } from '../lib/plain-error.ts'
import { readSettings } from '../start/settings.ts'
import { judgeOlderRuns } from './judge-older-runs.ts'
import { refusePage } from './limit-pages.ts'
import { markRequest } from './mark-request.ts'
import { openPages, openPagesInDevelopment } from './next-handler.ts'
import { refuseForeignRequest } from './refuse-foreign-request.ts'
import { refuseTokenInUrl } from './refuse-token-in-url.ts'
import { pathOf, secureAnswer } from './secure-answer.ts'
import { speakWithoutScript } from './speak-without-script.ts'

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
const services = openServices({
  databaseUrl,
  dataDir,
  publicUrl: publicUrl ?? `http://localhost:${port}`,
  limits,
  accounts,
  loopbackTargets,
})
const proxies = readTrustedProxies(trustedProxies)
// Pages take the same database, so that there is one pool and one run index (apps/web/src/trpc/services.ts).
Object.assign(globalThis, { assayServices: Promise.resolve(services) })

const isHttps = services.publicUrl.startsWith('https:')
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
  const answerPageWithinLimits = async (request: IncomingMessage, response: ServerResponse, address: string | null) => {
    if (!(await refusePage(services, { url: request.url, address }, response))) await answerPage(request, response)
  }
  let stopping = false
  const server = createServer((request, response) => {
    if (stopping) response.setHeader('Connection', 'close')
    const address = markRequest(request, proxies)
    const answer = (framers?: string) => {
      secureAnswer(request, response, { isHttps, isDevelopment, framers })
      if (refuseForeignRequest(request, response, services.publicUrl)) return
      if (isApi(request)) return void answerApi(request, response)
      if (refuseTokenInUrl(request, response)) return
      speakWithoutScript(response)
      void answerPageWithinLimits(request, response, address)
    }
    // The owner of an embedded page decides who may frame it, so these paths alone wait for the database.
    const path = pathOf(request)
    if (EMBEDDED.test(path)) void readFrameAncestors(services, path).then(answer)
    else answer()
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
        void Promise.allSettled([pages.close(), worker.then((one) => one?.stop())])
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

function isApi({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/api/v1/') || url === '/api/v1' || url.startsWith('/api/v1?')
}
