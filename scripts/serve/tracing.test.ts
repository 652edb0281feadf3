// Traces are exported by the real SDK to a collector over HTTP, as it receives them.

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readTrustedProxies } from '@assay/api/http/client-address'
import { workerTasks } from '@assay/api/jobs/job-worker'
import { startTracing, stopTracing } from '@assay/api/observability/tracing'
import { handleRest } from '@assay/api/rest/handle-rest'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer } from '@assay/testing/server/test-server'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { createMetrics } from './metrics.ts'
import { observeRequests } from './observe-requests.ts'
import { createRequestHandler } from './request-handler.ts'

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              attributes: z.array(Attribute),
            }),
          ),
        }),
      ),
    }),
  ),
})

const listen = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const received: z.infer<typeof Export>['resourceSpans'] = []
const collector = createServer(async (request, response) => {
  expect(request.url).toBe('/v1/traces')
  received.push(...Export.parse(JSON.parse(await text(request))).resourceSpans)
  response.setHeader('content-type', 'application/json').end('{}')
})
const spans = () => received.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))

let collectorUrl: string
let token: string
beforeAll(async () => {
  collectorUrl = await listen(collector)
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }
  // The exporter reads its address by itself.
  Object.assign(process.env, variables, { OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test' })
  await startTracing(variables, 'uploads')
  const server = await startTestServer({ publicUrl: 'http://assay.test' })
  const handle = createRequestHandler(server.services, {
    answerApi: getRequestListener((request) => handleRest(request, server.services), { hostname: 'localhost' }),
    answerPage: (_request, response) => void response.end('a page'),
    readFrameAncestors: async () => "'self'",
    proxies: readTrustedProxies(''),
    isDevelopment: false,
  })
  const app = createServer(observeRequests(handle, createMetrics(server.services, 'test')))
  const origin = await listen(app)
  await server.services.db.jobs.prepare()
  token = (await server.addProject('traced')).token
  const answer = await fetch(`${origin}/api/v1/runs/00000000-0000-4000-8000-000000000001`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify(exampleDocument({ version: 'secret-version' })),
  })
  expect(answer.status).toBe(201)
  await answer.text()
  await server.services.db.jobs.runPending(workerTasks(server.services))
  app.close()
  app.closeAllConnections()
  await once(app, 'close')
  await server.stop()
  await stopTracing()
})
afterAll(() => void collector.close())

test('a request is a span in the trace of its caller, and its statements are spans below it', () => {
  const request = spans().find(({ name }) => name.startsWith('PUT /api/v1/runs/'))
  expect(request).toMatchObject({ traceId: TRACE_ID, parentSpanId: 'b7ad6b7169203331', kind: 2 })
  const statements = spans().filter(({ parentSpanId, kind }) => parentSpanId === request?.spanId && kind === 3)
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['select api_token']))
  expect(statements.some(({ name }) => /^insert /.test(name))).toBe(true)
})

test('a job is a span, and its statements are spans below it', () => {
  const job = spans().find(({ name }) => name === 'job find-changes')
  expect(job?.attributes).toContainEqual({ key: 'assay.job', value: { stringValue: 'find-changes' } })
  expect(spans().some(({ parentSpanId, kind }) => parentSpanId === job?.spanId && kind === 3)).toBe(true)
})

test('spans name the process and the standard attributes, and contain no data', () => {
  const [first] = received
  expect(first?.resource.attributes).toEqual(
    expect.arrayContaining([
      { key: 'service.name', value: { stringValue: 'assay' } },
      { key: 'assay.process', value: { stringValue: 'uploads' } },
      { key: 'deployment.environment.name', value: { stringValue: 'test' } },
    ]),
  )
  const all = JSON.stringify(received)
  expect(all).not.toContain(token)
  expect(all).not.toContain('secret-version')
})

/** Files of OpenTelemetry that a process loads when it starts tracing with these variables. */
function loaded(variables: Record<string, string>): string[] {
  const program = `
    import { registerHooks } from 'node:module'
    const load = (url, context, next) => {
      if (url.includes('@opentelemetry')) console.log(url)
      return next(url, context)
    }
    registerHooks({ load })
    const { startTracing } = await import(${JSON.stringify(join(ROOT, 'packages/api/src/observability/tracing.ts'))})
    await startTracing(${JSON.stringify(variables)}, 'test')
    process.exit(0)`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    cwd: ROOT,
  })
  expect(status, stderr).toBe(0)
  return stdout.split('\n').filter(Boolean)
}

test('without the variables nothing of OpenTelemetry is loaded', () => {
  expect(loaded({})).toEqual([])
  expect(loaded({ OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl })).toEqual([])
  expect(loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl }).length).toBeGreaterThan(10)
})

test('a value that is not supported is an error that names the known ones', async () => {
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
  await expect(startTracing(variables, 'test')).rejects.toThrow(/Known: http\/protobuf, http\/json/)
})
