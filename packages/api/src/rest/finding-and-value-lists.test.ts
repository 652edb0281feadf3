import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { withRequestMove } from '../http/move-request.ts'
import { workerTasks } from '../jobs/job-worker.ts'

let server: TestServer
let token: string

const PRODUCTS = ['Postgres', 'MariaDB', 'MySQL']
const FACTORS = [0.99, 1, 1.01, 1.005, 0.995, 1.002, 0.998]

beforeAll(async () => {
  server = await startTestServer()
  const added = await server.addProject('lab', 'private')
  token = added.token
  await server.db.jobs.enqueue('find-changes', { projectId: added.project.id, product: 'none' }, 'makes the queue')
  for (const product of PRODUCTS) {
    for (const [version, qps] of [
      ['17.6', 1000],
      ['18.0', 800],
    ] as const) {
      for (const [index, factor] of FACTORS.entries()) await put(product, version, index + 1, qps * factor)
    }
  }
  await server.db.jobs.runPending(workerTasks(server.services))
})
afterAll(() => server.stop())

async function put(product: string, version: string, repeat: number, qps: number): Promise<string> {
  const runId = crypto.randomUUID()
  const document = exampleDocument({
    ...{ product, version, repeat, startedAt: `2025-10-0${repeat}T10:00:00Z`, metricNames: ['qps', 'latency_ms_p95'] },
    tests: [{ name: 'scan', order: 0, role: 'measured', primaryMetric: 'qps' }],
    results: [
      { test: 'scan', clients: 1, values: [qps, null] },
      { test: 'scan', clients: 8, values: [4 * qps, 3] },
    ],
  })
  const stored = await server.send(`/api/v1/runs/${runId}`, {
    ...{ method: 'PUT', body: JSON.stringify(document) },
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  })
  expect(stored.status, await stored.clone().text()).toBe(201)
  return runId
}

const get = (path: string, query: Record<string, string> = {}) =>
  server.send(`/api/v1/projects/lab/${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  })

const Values = z.object({
  values: z.array(z.looseObject({ run_id: z.string(), test: z.string(), clients: z.int(), value: z.number() })),
  nextCursor: z.string().nullable(),
  horizon: z.string(),
  changedRuns: z.array(z.string()).nullable(),
})
const values = async (query: Record<string, string>) => Values.parse(await (await get('values', query)).json())

const Findings = z.object({
  findings: z.array(z.looseObject({ id: z.string(), product: z.string(), measuredAt: z.string().nullable() })),
  nextCursor: z.string().nullable(),
})
const findings = async (query: Record<string, string>) => Findings.parse(await (await get('findings', query)).json())

test('the badge counts the open regressions of the products, and needs permission to read', async () => {
  const badge = async (query: Record<string, string>) => (await get('badge', query)).text()
  expect(await badge({})).toContain('aria-label="performance: 3 open regressions"')
  expect(await badge({ product: 'MySQL' })).toContain('aria-label="performance: 1 open regression"')
  expect(await badge({ product: 'SQLite' })).toContain('aria-label="performance: no open regressions"')
  expect((await server.send('/api/v1/projects/lab/badge')).status).toBe(404)
})

test('the pages of findings together are all findings, each once', async () => {
  const all = (await findings({})).findings
  expect(all.map(({ product }) => product).toSorted()).toEqual(PRODUCTS.toSorted())
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: z.infer<typeof Findings> = await findings({ limit: '1', ...(cursor !== '' && { cursor }) })
    expect(page.findings).toHaveLength(1)
    paged.push(...page.findings.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(paged).toEqual(all.map(({ id }) => id))
})

test('a finding has its page, its sentences, and the time at which the newer version was first measured', async () => {
  const [finding] = (await findings({ product: 'MySQL' })).findings
  expect(finding).toMatchObject({
    ...{ product: 'MySQL', from: '17.6', to: '18.0', direction: 'worse', measuredAt: '2025-10-01T10:00:00.000Z' },
    ...{ url: expect.stringContaining(`/o/lab/p/lab/findings/${finding?.id}`), title: expect.stringContaining('18.0') },
  })
})

test.each<[Record<string, string>, number]>([
  [{ direction: 'better' }, 0],
  [{ state: 'fixed' }, 0],
  [{ state: 'all' }, 3],
  [{ since: '2999-01-01T00:00:00Z' }, 0],
  [{ since: '2020-01-01T00:00:00Z' }, 3],
  [{ least: '0.5' }, 0],
])('findings with %j: %i', async (query, count) => {
  expect((await findings(query)).findings).toHaveLength(count)
})

test('the pages of values together are all values, each once, also when a page ends within a run', async () => {
  const all = (await values({})).values
  expect(all).toHaveLength(PRODUCTS.length * 2 * FACTORS.length * 3)
  for (const limit of ['5', '1000']) {
    const paged: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: z.infer<typeof Values> = await values({ limit, ...(cursor !== '' && { cursor }) })
      paged.push(...page.values)
      cursor = page.nextCursor
    }
    expect(paged).toEqual(all)
  }
})

test.each<[Record<string, string>, number]>([
  [{ product: 'MySQL' }, 42],
  [{ product: 'MySQL', metric: 'qps' }, 28],
  [{ product: 'MySQL', metric: 'qps', clients: '8' }, 14],
  [{ product: 'MySQL', metric: 'qps', clients: '8', version: '18.0', from: '2025-10-06T00:00:00Z' }, 2],
  [{ product: 'MySQL', metric: 'qps', test: 'none' }, 0],
  [{ product: 'Oracle' }, 0],
])('values with %j: %i', async (query, count) => {
  expect((await values(query)).values).toHaveLength(count)
})

test('an incremental export has the values of runs that were stored, changed or removed since, and names them', async () => {
  const { horizon } = await values({})
  expect(await values({ after: horizon })).toMatchObject({ values: [], changedRuns: [] })
  const [first] = (await values({ product: 'MySQL' })).values
  const stored = await put('Redis', '7.2', 1, 5)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  await server.send(`/api/v1/projects/lab/runs/${first?.run_id}`, { method: 'DELETE', headers })
  const increment = await values({ after: horizon })
  expect(increment.changedRuns?.toSorted()).toEqual([stored, first?.run_id].toSorted())
  expect(new Set(increment.values.map(({ run_id }) => run_id))).toEqual(new Set([stored]))
})

test.each([
  ['findings', { cursor: 'wrong' }, 'nextCursor'],
  ['findings', { colour: 'red' }, 'colour'],
  ['values', { cursor: 'wrong' }, 'nextCursor'],
  ['values', { after: 'wrong' }, 'horizon'],
  ['values', { colour: 'red' }, 'colour'],
])('%s with %j is refused', async (path, query, named) => {
  const refused = await get(path, query)
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(named)])
})

test('a large page of values is moved to the process for heavy requests, and a small one is not', async () => {
  const move = vi.fn(() => true)
  const asked = (limit: string) => withRequestMove({ move, isCounted: false }, () => get('values', { limit }))
  expect([(await asked('2000')).status, move.mock.calls.length]).toEqual([200, 0])
  void asked('2001') // A moved request is never answered here.
  await vi.waitFor(() => expect(move).toHaveBeenCalled(), { timeout: 20_000 })
})
