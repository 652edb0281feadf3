import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATION_ACCESS } from '../access/operation-access.ts'
import { PROCEDURE_ACCESS } from '../access/procedure-access.ts'
import { bodyCost, callCost, namesWithCost } from './call-cost.ts'
import { handleTrpc } from './handle-trpc.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ limits: 'api.address=100/h api.token=100/h upload-runs.token=2/d' })
  token = (await server.addProject('demo')).token
})
afterAll(() => server.stop())

test('every name with a cost is an existing procedure or operation', () => {
  const known = new Set([...Object.keys(PROCEDURE_ACCESS), ...Object.keys(OPERATION_ACCESS)])
  expect(namesWithCost().filter((name) => !known.has(name))).toEqual([])
  expect(callCost('comparisons.grid')).toBe(callCost('compare'))
  expect([callCost('projects.list'), callCost('constructor')]).toEqual([1, 1])
  expect([0, 65_535, 65_536, 1_000_000].map(bodyCost)).toEqual([0, 0, 1, 15])
})

const remaining = (answer: Response) => Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1])
const from = (address: string) => ({ 'x-assay-client-address': address })

test('budgets count the cost of calls: a comparison as ten look-ups, in REST and tRPC', async () => {
  const rest = async (path: string) => remaining(await server.send(path, { headers: from('192.0.2.1') }))
  expect(await rest('/api/v1/projects')).toBe(99)
  expect(await rest('/api/v1/projects/demo/compare?format=json')).toBe(89)
  const input = encodeURIComponent(JSON.stringify({ project: 'demo', query: '' }))
  const request = new Request(`http://assay.test/api/trpc/comparisons.grid?input=${input}`, {
    headers: from('192.0.2.1'),
  })
  expect(remaining(await handleTrpc(request, server.services, '/api/trpc'))).toBe(79)
})

test('a long body costs more than a short one, by its unpacked size', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const save = (text: string) =>
    handleTrpc(
      new Request('http://assay.test/api/trpc/annotations.add', {
        method: 'POST',
        headers,
        body: JSON.stringify({ project: 'demo', text }),
      }),
      server.services,
      '/api/trpc',
    )
  expect((await save('x')).status).toBe(400)
  expect((await save('x'.repeat(80 * 64 * 1024))).status).toBe(400)
  expect((await save('x'.repeat(40 * 64 * 1024))).status).toBe(429)
})

test('runs uploaded through tRPC count against the quota of runs', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const upload = (names: string) => {
    const url = `http://assay.test/api/trpc/${names}${names.includes(',') ? '?batch=1' : ''}`
    return handleTrpc(new Request(url, { method: 'POST', headers, body: '{}' }), server.services, '/api/trpc')
  }
  expect((await upload('runs.upload')).status).not.toBe(429)
  expect((await upload('runs.upload')).status).not.toBe(429)
  expect((await upload('runs.upload')).status).toBe(429)
  expect((await upload('runs.upload,runs.upload')).status).toBe(429)
})
