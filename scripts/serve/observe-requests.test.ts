import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readTrustedProxies } from '@assay/api/http/client-address'
import { log } from '@assay/api/observability/log'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { markRequest } from './mark-request.ts'
import type { Metrics } from './metrics.ts'
import { observeRequests } from './observe-requests.ts'

let server: Server

beforeAll(async () => {
  const metrics = { requests: { inc: vi.fn() }, latency: { observe: vi.fn() } } as unknown as Metrics // Only these are used.
  const observed = observeRequests((request, response) => {
    markRequest(request, readTrustedProxies(''))
    response.writeHead(Number(request.headers['x-status'])).end()
  }, metrics)
  server = createServer(observed)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => void server.close())

async function ask(status: number): Promise<void> {
  const { port } = server.address() as AddressInfo // A server that listens on TCP has one.
  const headers = { 'x-status': String(status), authorization: 'Bearer secret' }
  await (await fetch(`http://127.0.0.1:${port}/api/v1/projects/secret/runs?token=secret`, { headers })).text()
}

test('refused callers are logged with route, status, network and request id, and nothing that they sent', async () => {
  const [info, debug] = [vi.spyOn(log, 'info'), vi.spyOn(log, 'debug')]
  for (const status of [401, 403, 200, 404]) await ask(status)
  await vi.waitFor(() => expect(debug).toHaveBeenCalledTimes(2))
  const lines = info.mock.calls.map(([line]) => line)
  expect(lines).toMatchObject(
    [401, 403].map((status) => ({
      component: 'http',
      method: 'GET',
      route: '/api/v1/projects/{project}/runs',
      status,
      network: '127.0.0.0/24',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })),
  )
  expect(JSON.stringify(info.mock.calls)).not.toContain('secret')
})
