// A server without its pages: the endpoints of the API and the worker, as in scripts/serve. Only for chaos tests.

import { createServer } from 'node:http'
import { handleTrpc } from '@assay/api/http/handle-trpc'
import { startWorker } from '@assay/api/jobs/job-worker'
import { openServices } from '@assay/api/open-services'
import { handleRest } from '@assay/api/rest/handle-rest'
import { openDatabase } from '@assay/db/open'
import { getRequestListener } from '@hono/node-server'
import { readSettings } from '../../scripts/start/settings.ts'

const { databaseUrl = '', dataDir, port, limits, accounts, loopbackTargets } = readSettings(process.env)
const publicUrl = `http://localhost:${port}`
const services = openServices({ databaseUrl, dataDir, publicUrl, limits, accounts, loopbackTargets })
// A control of the drill of requested runs: the server takes every fencing token for the newest one.
if (process.env.CHAOS_NO_FENCING !== undefined) {
  const rewrite = (sql: string) =>
    sql
      .replace('r.state, r.plan_id', `'leased' as state, r.plan_id`)
      .replace('r.fencing_token::int as newest', 'a.fencing_token::int as newest')
  services.db = openDatabase(databaseUrl, { rewrite })
}
await services.db.jobs.prepare()
const handle = (request: Request) =>
  new URL(request.url).pathname.startsWith('/api/trpc')
    ? handleTrpc(request, services, '/api/trpc')
    : handleRest(request, services)
createServer(getRequestListener(handle)).listen(port, '127.0.0.1')
await startWorker(services)
console.log('server at work')
