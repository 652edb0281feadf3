import { randomUUID } from 'node:crypto'
import { anonymous } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('the builder offers the metrics that have results: known ones first, declared ones too, and the archive’s variants with their metric', async () => {
  const { token } = await server.addProject('demo')
  const document = exampleDocument({
    metrics: [{ name: 'GB/h', unit: 'GB/h', better: 'higher' }],
    metricNames: ['GB/h', 'as-published:cpu/o', 'qps'],
    results: [{ test: 'a', clients: 1, values: [1, 2, 3] }],
  })
  const answer = await server.send(`/api/v1/runs/${randomUUID()}`, {
    method: 'PUT',
    body: JSON.stringify(document),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  expect(answer.status).toBe(201)
  const caller = createCaller({ services: server.services, caller: anonymous })
  const { metrics } = await caller.comparisons.builder({ project: 'demo', query: '' })
  expect(metrics.map(({ name, unit }) => `${name} ${unit}`)).toEqual([
    'qps queries/s',
    'cpu/o % of all CPUs/op',
    'GB/h GB/h',
  ])
})
