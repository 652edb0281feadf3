import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleDocument } from '../testing/example-document.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let lab: Awaited<ReturnType<TestServer['addProject']>>
let runner: string
let lastRun = ''

beforeAll(async () => {
  server = await startTestServer()
  lab = await server.addProject('lab')
  runner = await lab.addToken(['read', 'upload'])
  for (let i = 0; i < 12; i++) {
    const document = {
      ...exampleDocument(),
      version: `1.${i}`,
      startedAt: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
    }
    const results = document.results.map((result) => ({
      ...result,
      values: result.values.map((value) => (value ?? 0) * (i < 7 ? 1 : 0.8) * (1 + (i % 3) / 500)),
    }))
    lastRun = crypto.randomUUID()
    const stored = await send(`/api/v1/runs/${lastRun}`, 'PUT', { ...document, results })
    expect(stored.status).toBe(201)
  }
})
afterAll(() => server.stop())

const send = (path: string, method = 'GET', body?: unknown, token = runner) =>
  server.send(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

test('a series over versions has its change, in one answer', async () => {
  const answer = await send('/api/v1/projects/lab/series?test=point-query_range=100')
  const { places, lines } = (await answer.json()) as {
    places: string[]
    lines: { changes: { place: number; ratio: number }[] }[]
  }
  expect(places).toHaveLength(12)
  expect(lines).toHaveLength(1)
  expect(lines[0]?.changes.map(({ place }) => places[place])).toEqual(['1.7'])
  const ofRun = await send(`/api/v1/projects/lab/series?test=point-query_range=100&run=${lastRun}`)
  expect(await ofRun.json(), 'all runs here are of one place').toMatchObject({ places, lines: [{}] })
  const unknown = await send(`/api/v1/projects/lab/series?test=point-query_range=100&run=${crypto.randomUUID()}`)
  expect([unknown.status, await unknown.text()]).toEqual([422, expect.stringContaining('no such run')])
  expect((await send('/api/v1/projects/lab/series?rule=magic')).status).toBe(422)
})

const RULE = { place: { test: '', metric: '', hardware: '' }, rule: { method: 'percentage', limit: 0.5 } }

test('a rule is tried before it is saved, and changes nothing', async () => {
  const answer = await send('/api/v1/projects/lab/series-rules/trials', 'POST', RULE)
  expect(await answer.json()).toMatchObject({
    trial: { flags: 0, missed: expect.any(Number) },
    byDefault: { missed: 0 },
  })
  expect(await (await send('/api/v1/projects/lab/series-rules')).json()).toEqual({ rules: [] })
  expect((await send('/api/v1/projects/lab/series-rules/trials', 'POST', { rule: 1 })).status).toBe(422)
})

test('whoever may not manage the project saves no rule', async () => {
  expect((await send('/api/v1/projects/lab/series-rules', 'POST', RULE)).status).toBe(403)
})
