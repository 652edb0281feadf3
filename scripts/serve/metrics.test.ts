import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PAGE_ACCESS } from '@assay/api/access/page-access'
import { PROCEDURE_ACCESS } from '@assay/api/access/procedure-access'
import { readTrustedProxies } from '@assay/api/http/client-address'
import { handleRest } from '@assay/api/rest/handle-rest'
import { restRoutes } from '@assay/api/rest/routes'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { answerMetrics, type MetricsAccess } from './answer-metrics.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { observeRequests } from './observe-requests.ts'
import { createRequestHandler } from './request-handler.ts'
import { routeLabel } from './route-label.ts'

const ORIGIN = 'http://assay.test'

let server: TestServer
let metrics: Metrics
let listener: Server
let origin: string
let access: MetricsAccess = { kind: 'loopback' }
let token: string

beforeAll(async () => {
  server = await startTestServer({ publicUrl: ORIGIN })
  metrics = createMetrics(server.services, 'test')
  const handle = createRequestHandler(server.services, {
    answerApi: getRequestListener((request) => handleRest(request, server.services), { hostname: 'localhost' }),
    answerPage: (_request, response) => void response.end('a page'),
    answerMetrics: (request, response, address) => answerMetrics(request, response, { metrics, access, address }),
    readFrameAncestors: async () => "'self'",
    proxies: readTrustedProxies(''),
    isDevelopment: false,
  })
  listener = createServer(observeRequests(handle, metrics))
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  // A server that listens on TCP has a port.
  origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  token = (await server.addProject('measured')).token
})
afterAll(async () => {
  listener.close()
  await server.stop()
})

const scrape = async (headers: Record<string, string> = {}) => {
  const answer = await fetch(`${origin}/metrics`, { headers })
  return { status: answer.status, text: await answer.text() }
}

test('requests are counted by their route, and stored values are counted', async () => {
  const body = JSON.stringify(exampleDocument())
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const id = '00000000-0000-4000-8000-000000000001'
  expect((await fetch(`${origin}/api/v1/runs/${id}`, { method: 'PUT', headers, body })).status).toBe(201)
  await fetch(`${origin}/api/v1/projects/measured/runs`, { headers })
  await fetch(`${origin}/o/lab/p/measured/compare?columns=version`)
  const { status, text } = await scrape()
  expect(status).toBe(200)
  expect(text).toMatch(/assay_http_requests_total\{method="PUT",route="\/api\/v1\/runs\/\{runId\}",status="201",.*\} 1/)
  expect(text).toMatch(/assay_http_requests_total\{method="GET",route="\/p\/\[project\]\/compare",status="200",.*\} 1/)
  expect(text).toMatch(
    /assay_http_request_duration_seconds_count\{.*route="\/api\/v1\/projects\/\{project\}\/runs".*\} 1/,
  )
  expect(text).toMatch(/assay_uploaded_values_total\{process="test"\} 4/)
  expect(text).toMatch(/assay_run_index_runs\{process="test"\} 1/)
  expect(text).toMatch(/assay_db_connections\{pool="tenant",state="idle",/)
})

test('one id is in the header of a response and in its problem document', async () => {
  const answer = await fetch(`${origin}/api/v1/nothing`, { headers: { 'x-assay-request-id': 'forged' } })
  const problem = z.object({ instance: z.string() }).parse(await answer.json())
  expect(problem.instance).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
  expect(problem.instance).toBe(`urn:uuid:${answer.headers.get('x-request-id')}`)
})

test('metrics are for this machine or for the token, and never for a forwarded request', async () => {
  access = { kind: 'off' }
  expect(await scrape()).toMatchObject({ status: 404 })
  access = { kind: 'loopback' }
  for (const name of ['x-forwarded-for', 'x-real-ip', 'via', 'forwarded']) {
    expect(await scrape({ [name]: '127.0.0.1' }), name).toMatchObject({ status: 404 })
  }
  access = { kind: 'token', token: 'a token of metrics' }
  expect(await scrape()).toMatchObject({ status: 401 })
  expect(await scrape({ authorization: 'Bearer another token' })).toMatchObject({ status: 401 })
  expect(await scrape({ authorization: 'Bearer a token of metrics' })).toMatchObject({ status: 200 })
  access = { kind: 'loopback' }
})

test('every route has its own label, and an unknown address has none', () => {
  const rest = restRoutes.map(({ path }) => [path, path.replaceAll(/\{\w+\}/g, 'x')] as const)
  const pages = Object.keys(PAGE_ACCESS).map((path) => [`/${path}`, `/${path.replaceAll(/\[[^\]]*\]/g, 'x')}`] as const)
  const procedures = Object.keys(PROCEDURE_ACCESS).map((name) => [`/api/trpc/${name}`, `/api/trpc/${name}`] as const)
  const endpoints = ['/api/trpc/[trpc]']
  for (const [label, path] of [...rest, ...pages, ...procedures]) {
    if (!endpoints.includes(label)) expect(routeLabel(path), path).toBe(label)
  }
  for (const path of ['/nothing', '/p/x/nothing', '/o/x/p/x/nothing', '/api/v1/nothing', '/wp-login.php'])
    expect(routeLabel(path)).toBe('other')
  expect(routeLabel('/api/trpc/nothing')).toBe('/api/trpc/(unknown)')
  expect(routeLabel('/api/trpc/runs.list,search.find')).toBe('/api/trpc/(batch)')
})

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })).min(8),
})

test('every metric of the dashboard exists, and the dashboard shows every metric of ours', async () => {
  const { panels } = Dashboard.parse(JSON.parse(readFileSync(join(ROOT, 'deploy/grafana/assay.json'), 'utf8')))
  const { text } = await scrape()
  const existing = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name))
  const named = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) =>
      [...expr.matchAll(/\b((?:assay|nodejs|process)_\w+)\{/g)].map(([, name = '']) => name),
    ),
  )
  expect(named.length).toBeGreaterThanOrEqual(panels.length)
  const shown = new Set(named.map((name) => name.replace(/_bucket$/, '')))
  expect([...shown].filter((name) => !existing.has(name))).toEqual([])
  expect([...existing].filter((name) => name.startsWith('assay_') && !shown.has(name))).toEqual([])
})
