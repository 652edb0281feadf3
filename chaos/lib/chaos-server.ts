// A server without its pages: the endpoints of the API and the worker, as in scripts/serve. Only for chaos tests.

import { createServer } from 'node:http'
import { startWorker } from '@assay/api/jobs/job-worker'
import { openServices } from '@assay/api/open-services'
import { handleRest } from '@assay/api/rest/handle-rest'
import { getRequestListener } from '@hono/node-server'
import { readSettings } from '../../scripts/start/settings.ts'

const { databaseUrl = '', dataDir, port, limits, accounts, loopbackTargets } = readSettings(process.env)
const publicUrl = `http://localhost:${port}`
const services = openServices({ databaseUrl, dataDir, publicUrl, limits, accounts, loopbackTargets })
await services.db.jobs.prepare()
createServer(getRequestListener((request) => handleRest(request, services))).listen(port, '127.0.0.1')
await startWorker(services)
console.log('server at work')
