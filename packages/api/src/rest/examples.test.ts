import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REST_EXAMPLES, WITHOUT_EXAMPLE } from './examples.ts'
import { openApiDocument } from './openapi.ts'
import { restRoutes } from './routes.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.addProject('lab')).token
})
afterAll(() => server.stop())

/** Ids that the server chose, by the name of an example; the name of the field is that of the response. */
const ids = new Map<string, string>()
const NAMED: Record<string, string> = {
  ...{
    addAnnotation: 'annotation',
    addRunnerKey: 'runnerKey',
    makeShare: 'share',
    makeSpecLink: 'link',
    invalidate: 'invalidation',
  },
  ...{ requestRun: 'request', leaseRunRequest: 'attempt', startRunPlan: 'plan' },
}

test('every operation has an example, or a reason for none', () => {
  const names = restRoutes.map(({ operationId }) => operationId).sort()
  expect([...Object.keys(REST_EXAMPLES), ...Object.keys(WITHOUT_EXAMPLE)].sort()).toEqual(names)
})

test('every example is answered as documented', async () => {
  await server.send('/api/v1/runs/b1f4d2a6-3c58-4e0b-9a77-5d2c8e61f0a4', {
    ...{ method: 'PUT', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
    body: JSON.stringify({ ...Object(REST_EXAMPLES.putRun?.body), version: '18.0' }),
  })
  const wrong: unknown[] = []
  for (const [name, { path = {}, query = {}, body, text }] of Object.entries(REST_EXAMPLES)) {
    const route = restRoutes.find(({ operationId }) => operationId === name)
    const values: Record<string, string> = { project: 'lab', ...path }
    const address = route?.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
      const value = values[key] ?? ''
      return encodeURIComponent(value.startsWith('{') ? (ids.get(value.slice(1, -1)) ?? '') : value)
    })
    const answer = await server.send(`${address}?${new URLSearchParams(query)}`, {
      method: route?.method.toUpperCase() ?? '',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(text !== undefined && { 'content-type': 'application/octet-stream' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(text !== undefined && { body: text }),
    })
    const received = await answer.text()
    const documented = route?.answers.filter(({ status }) => status === answer.status) ?? []
    if (documented.length === 0) wrong.push([name, answer.status, received])
    const schema = documented.find(({ mediaType }) => mediaType === 'application/json')?.schema
    if (schema !== undefined && answer.headers.get('content-type')?.startsWith('application/json')) {
      const { error } = schema.safeParse(JSON.parse(received))
      if (error !== undefined) wrong.push([name, error.issues])
    }
    const key = NAMED[name]
    const { lease, ...named } = key === undefined ? {} : JSON.parse(received)
    if (key !== undefined) ids.set(key, String(lease?.attemptId ?? named.id))
  }
  expect(wrong).toEqual([])
})

test('the OpenAPI document has the examples', async () => {
  const { paths } = await openApiDocument('http://localhost:3000')
  const text = JSON.stringify(paths['/api/v1/runs/{runId}'])
  expect(text).toContain('"example":"b1f4d2a6-3c58-4e0b-9a77-5d2c8e61f0a3"')
  expect(text).toContain('"version":"17.6"')
})
