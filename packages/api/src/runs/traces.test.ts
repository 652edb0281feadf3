import { scopeOf } from '@assay/db/open'
import { tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createCaller } from '../router.ts'

const TRACES = ['4bf92f3577b34da6a3ce929d0e0e4736', '0af7651916cd43dd8448eb211c80319c']
const RUN = 'b1f4d2a6-3c58-4e0b-9a77-5d2c8e61f0a3'

let server: TestServer
let token: string
let lab: Awaited<ReturnType<TestServer['addProject']>>

beforeAll(async () => {
  server = await startTestServer()
  lab = await server.addProject('lab')
  token = lab.token
})
afterAll(() => server.stop())

const put = (runId: string, traceIds: string[]) =>
  server.send(`/api/v1/runs/${runId}`, {
    ...{ method: 'PUT', body: JSON.stringify({ ...exampleDocument({}), traceIds }) },
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  })

const traces = async () => {
  const answer = await server.send(`/api/v1/projects/lab/runs/${RUN}`)
  return z.object({ traces: z.unknown() }).parse(await answer.json()).traces
}

test('a run has the traces of its upload, with addresses as soon as the project has one', async () => {
  expect((await put(RUN, TRACES)).status).toBe(201)
  expect(await traces()).toEqual(TRACES.map((id) => ({ id, url: null })))
  const by = { kind: 'person', id: crypto.randomUUID(), name: 'Ann', requestId: null, address: null } as const
  await server.db.in(scopeOf(lab.project, by)).traces.setUrl('https://jaeger.example.org/trace/{traceId}')
  expect(await traces()).toEqual(TRACES.map((id) => ({ id, url: `https://jaeger.example.org/trace/${id}` })))
})

test.each(['xyz', '0'.repeat(32), TRACES[0]?.toUpperCase() ?? ''])('%s is refused as the id of a trace', async (id) => {
  const refused = await put(crypto.randomUUID(), [id])
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('/traceIds/0')])
})

test('a token cannot change the address of traces', async () => {
  const runner = createCaller({ services: server.services, caller: tokenOf(lab.project, ['read', 'upload', 'write']) })
  const change = runner.traces.setUrl({ project: 'lab', url: 'https://evil.example.org/{traceId}' })
  await expect(change).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
