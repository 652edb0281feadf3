import { anonymous } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { DrawnSeriesBody, SeriesBody } from '../rest/series-schemas.ts'
import { createCaller } from '../router.ts'

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

test('a series over versions has its changes in one response', async () => {
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

test('the points that a chart draws are sent as columns, with the changes of the whole series', async () => {
  const path = '/api/v1/projects/lab/series?test=point-query_range=100'
  const whole = SeriesBody.parse(await (await send(path)).json())
  const drawn = DrawnSeriesBody.parse(await (await send(`${path}&points=drawn`)).json())
  expect(drawn.thinned).toEqual({ points: 12, of: 12 })
  const [line, points] = [whole.lines[0], drawn.lines[0]?.points]
  expect(points?.value).toEqual(line?.positions.map(({ value }) => value))
  expect(points?.runId).toEqual(line?.positions.map(({ runIds }) => runIds[0]))
  expect(drawn.lines[0]?.changes).toEqual(line?.changes)
  expect((await send(`${path}&points=few`)).status).toBe(422)
})

test('a series that was read before shows a new run, an exclusion and its end at once', async () => {
  const { token } = await server.addProject('cached')
  const upload = async (version: string) => {
    const runId = crypto.randomUUID()
    const sent = await send(`/api/v1/runs/${runId}`, 'PUT', { ...exampleDocument(), version }, token)
    expect(sent.status).toBe(201)
    return runId
  }
  const counts = async () => {
    const answer = await send('/api/v1/projects/cached/series?test=point-query_range=100', 'GET', undefined, token)
    const { lines } = SeriesBody.parse(await answer.json())
    return lines[0]?.positions.map((position) => position.counts)
  }
  await upload('1.0')
  expect([await counts(), await counts()]).toEqual([[true], [true]])
  const runId = await upload('1.1')
  expect(await counts()).toEqual([true, true])
  const invalidations = `/api/v1/projects/cached/runs/${runId}/invalidations`
  const made = await send(invalidations, 'POST', { reason: 'noisy' }, token)
  expect(made.status).toBe(201)
  expect(await counts()).toEqual([true, false])
  const { id } = z.object({ id: z.string() }).parse(await made.json())
  expect((await send(`${invalidations}/${id}`, 'DELETE', undefined, token)).status).toBe(200)
  expect(await counts()).toEqual([true, true])
})

test('builds that differ only in their commit are one series, and builds with other flags are another', async () => {
  const own = await server.addProject('commits')
  const token = await own.addToken(['read', 'upload'])
  for (const [at, flags] of ['-O2', '-O2', '-O2', '-O2', '-O3', '-O3'].entries()) {
    const commit = `${at}`.repeat(10)
    const build = { compiler: 'gcc', flags, commit }
    const document = { ...exampleDocument(), version: `1.${flags === '-O2' ? at : at - 4}`, build }
    const stored = await send(`/api/v1/runs/${crypto.randomUUID()}`, 'PUT', document, token)
    expect(stored.status).toBe(201)
  }
  const caller = createCaller({ services: server.services, caller: anonymous })
  const series = async (query = '') => {
    const asked = `test=point-query_range=100${query}`
    const { places, lines } = await caller.series.read({ project: 'commits', query: asked })
    return { places, lengths: lines.map(({ positions }) => positions.length) }
  }
  expect(await series()).toEqual({ places: ['1.0', '1.1', '1.2', '1.3'], lengths: [4] })
  expect(await series('&build=gcc%20-O3')).toEqual({ places: ['1.0', '1.1'], lengths: [2] })
  expect((await series('&colour=build')).lengths).toEqual([4, 2])
})

const RULE = { place: { test: '', metric: '', hardware: '' }, rule: { method: 'percentage', limit: 0.5 } }

test('previewing a rule does not save it', async () => {
  const answer = await send('/api/v1/projects/lab/series-rules/trials', 'POST', RULE)
  expect(await answer.json()).toMatchObject({
    trial: { flags: 0, missed: expect.any(Number) },
    byDefault: { missed: 0 },
  })
  expect(await (await send('/api/v1/projects/lab/series-rules')).json()).toEqual({ rules: [] })
  expect((await send('/api/v1/projects/lab/series-rules/trials', 'POST', { rule: 1 })).status).toBe(422)
})

test('a caller who cannot manage the project cannot save a rule', async () => {
  expect((await send('/api/v1/projects/lab/series-rules', 'POST', RULE)).status).toBe(403)
})

test('a rule on every series counts the series of each test', async () => {
  const Counts = z.object({ lines: z.number(), known: z.number(), flags: z.number() })
  const Preview = z.object({ trial: Counts, byDefault: Counts })
  const rule = { method: 'percentage', limit: 0.05 }
  const trial = async (scope: object) => {
    const answer = await send('/api/v1/projects/lab/series-rules/trials', 'POST', { place: scope, rule })
    return Preview.parse(await answer.json()).trial
  }
  const tests = ['point-query_range=100', 'update-index_range=100']
  const [all, one, two] = [await trial({}), await trial({ test: tests[0] }), await trial({ test: tests[1] })]
  expect(one.known).toBeGreaterThan(0)
  expect(all).toEqual({ lines: one.lines + two.lines, known: one.known + two.known, flags: one.flags + two.flags })
})
