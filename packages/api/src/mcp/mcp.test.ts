import type { UploadDocument } from '@assay/domain/run/upload-document'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { handleMcp } from './handle-mcp.ts'
import { MCP_PATH } from './mcp-path.ts'
import { callTool, connectMcp } from './testing/mcp-client.ts'
import { TOOLS } from './tools.ts'

let server: TestServer
let token: string
let readToken: string
let otherToken: string

beforeAll(async () => {
  server = await startTestServer()
  const lab = await server.addProject('lab', 'private')
  token = lab.token
  readToken = await lab.addToken(['read'])
  otherToken = (await server.addProject('other', 'private')).token
  for (const [version, factor] of [
    ['17.6', 1],
    ['18.0', 0.8],
  ] as const) {
    for (const repeat of [1, 2, 3, 4]) {
      const document = exampleDocument({
        version,
        repeat,
        startedAt: `2025-10-0${repeat}T10:00:00Z`,
        metricNames: ['qps'],
        results: [
          { test: 'point-query_range=100', clients: 24, values: [factor * (640_000 + repeat * 100)] },
          { test: 'update-index_range=100', clients: 24, values: [51_000 + repeat * 10] },
        ],
      })
      await upload(token, document)
    }
  }
})
afterAll(() => server.stop())

async function upload(bearer: string, document: UploadDocument): Promise<void> {
  const stored = await server.send(`/api/v1/runs/${crypto.randomUUID()}`, {
    method: 'PUT',
    body: JSON.stringify(document),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
  })
  expect(stored.status, await stored.clone().text()).toBe(201)
}

const post = (request: Request | URL | string, init?: RequestInit) =>
  handleMcp(new Request(request, init), server.services)

const connect = (bearer: string | null) => connectMcp(server, bearer)
const call = callTool

test('an answer with more fields than its schema names passes the check of the client', async () => {
  const client = await connect(token)
  const file = { project: 'lab', name: 'pg/point.csv', text: 'product,version,test,qps\nPostgres,18.1,point,1000\n' }
  const { failed, data } = await call(client, 'preview_output', file)
  expect(failed).toBe(false)
  expect(Object.keys(data ?? {}).length).toBeGreaterThan(3)
  await client.close()
})

test('an argument that a tool does not have is refused with its name', async () => {
  const client = await connect(token)
  const { failed, text } = await call(client, 'list_findings', { project: 'lab', directions: ['better'] })
  expect(failed).toBe(true)
  expect(text).toContain('directions')
  const { tools } = await client.listTools()
  for (const { name, inputSchema } of tools) expect(inputSchema, name).toMatchObject({ additionalProperties: false })
  await client.close()
})

const WRITING = [
  ...['submit_output', 'propose_candidate', 'attach_run', 'request_run', 'cancel_run_request'],
  ...['start_run_plan', 'cancel_run_plan'],
]

test('the reference client lists every tool with schemas of its input and output, and a description', async () => {
  const client = await connect(token)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
  for (const tool of tools) {
    expect(tool.description?.length, tool.name).toBeGreaterThan(20)
    expect(tool.outputSchema?.type, tool.name).toBe('object')
    expect(tool.annotations?.readOnlyHint, tool.name).toBe(!WRITING.includes(tool.name))
  }
  expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0)
  const { contents } = await client.readResource({ uri: 'assay://projects' })
  expect(JSON.stringify(contents)).toContain('lab')
})

test('two versions are compared with ratio, interval and verdict, the regression first', async () => {
  const pair = { project: 'lab', product: 'Postgres', base: '17.6', candidate: '18.0' }
  const { text, data } = await call(await connect(readToken), 'compare', pair)
  const cells = z.object({
    cells: z.array(z.looseObject({ test: z.string(), ratio: z.number(), verdict: z.string() })),
  })
  const [first, second] = cells.parse(data).cells
  expect(first).toMatchObject({ test: 'point-query_range=100', verdict: 'regression' })
  expect(first?.ratio).toBeCloseTo(0.8, 6)
  expect(second).toMatchObject({ test: 'update-index_range=100', ratio: 1 })
  expect(text).toContain('Postgres 18.0 vs 17.6 on dell32: 1 regression in 2 tests')
  expect(text).toContain('http://assay.test/o/lab/p/lab/compare?')
})

test('without versions the two newest comparable ones are compared, and versions that never met are named', async () => {
  const client = await connect(readToken)
  expect((await call(client, 'compare', { project: 'lab' })).text).toContain('18.0 vs 17.6')
  const never = await call(client, 'compare', { project: 'lab', product: 'Postgres', base: '17.6', candidate: '99.9' })
  expect(never).toMatchObject({ failed: true })
  expect(never.text).toContain(
    'the version 99.9 in a comparison; names are exact. Versions that can be compared: Postgres 18.0, 17.6',
  )
})

test.each(TOOLS.filter(({ input }) => 'project' in input.shape).map(({ name }) => name))(
  '%s tells a stranger and the token of another project nothing, not even that the project exists',
  async (name) => {
    const input = {
      text: 'point',
      id: crypto.randomUUID(),
      profile: crypto.randomUUID(),
      name: 'FS-1',
      command: 'point-query',
      base: ['17.6'],
      candidate: ['18.0'],
      query: 'columns=version',
      ...{ kind: 'repeat', values: ['17.6'] },
      ...{ experiment: 'wal-settings', number: 1, runId: crypto.randomUUID(), description: 'a change' },
    }
    const shape = TOOLS.find((tool) => tool.name === name)?.input.shape ?? {}
    const isOwn = (field: string) => field in shape && !(name === 'flame_graph' && field === 'base')
    const own = Object.fromEntries(Object.entries(input).filter(([field]) => isOwn(field)))
    const fitting = 'query' in shape ? { query: input.query } : own
    for (const bearer of [null, otherToken]) {
      const client = await connect(bearer)
      const there = await call(client, name, { ...fitting, project: 'lab' })
      const nowhere = await call(client, name, { ...fitting, project: 'nowhere' })
      expect(there, name).toMatchObject({ failed: true, text: expect.stringContaining('project') })
      expect(there.text.replaceAll('lab', 'nowhere')).toBe(nowhere.text)
    }
  },
)

test('output is previewed without being stored, and stored with a token that may upload', async () => {
  const file = {
    project: 'lab',
    name: 'pg-18.1/point.csv',
    text: 'product,version,hardware,config,workload,test,clients,qps\nPostgres,18.1,dell32,x10a,cached,point,1,1000\n',
  }
  const client = await connect(token)
  const before = await call(client, 'list_runs', { project: 'lab' })
  const preview = await call(client, 'preview_output', file)
  expect(preview.text).toContain('version 18.1')
  expect(await call(client, 'list_runs', { project: 'lab' })).toEqual(before)
  expect(await call(await connect(readToken), 'submit_output', file)).toMatchObject({ failed: true })
  const stored = await call(client, 'submit_output', file)
  expect(stored, stored.text).toMatchObject({ failed: false })
  const after = await call(client, 'list_runs', { project: 'lab', filters: { version: ['18.1'] } })
  expect(after.text).toContain('1 run found')
})

test('an agent plans runs with their machine hours, starts the plan, requests a run, and watches both', async () => {
  const registered = await server.send('/api/v1/projects/lab/runners/lab3', {
    ...{ method: 'PUT', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
    body: JSON.stringify({
      ...{ hardware: 'dell32' },
      commands: [{ name: 'bench', parameters: [{ name: 'version', pattern: '.*' }] }],
    }),
  })
  expect(registered.status).toBe(200)
  const client = await connect(token)
  const plan = { project: 'lab', kind: 'interleave', command: 'bench', values: ['17.6', '18.0'], runner: 'lab3' }
  const preview = await call(client, 'preview_run_plan', plan)
  expect([preview.failed, preview.text]).toEqual([false, expect.stringContaining('6 runs')])
  const started = await call(client, 'start_run_plan', plan)
  const { plan: stored } = z.object({ plan: z.looseObject({ id: z.string() }) }).parse(started.data)
  const watched = await call(client, 'get_run_plan', { project: 'lab', id: stored.id })
  expect([watched.failed, watched.text]).toEqual([false, expect.stringContaining('| waiting |')])
  const requested = await call(client, 'request_run', {
    project: 'lab',
    command: 'bench',
    parameters: { version: '18.0' },
  })
  expect(requested.failed, requested.text).toBe(false)
  const { request } = z.object({ request: z.looseObject({ id: z.string() }) }).parse(requested.data)
  expect((await call(client, 'watch_run_request', { project: 'lab', id: request.id })).text).toContain('is waiting')
  expect((await call(client, 'cancel_run_plan', { project: 'lab', id: stored.id })).text).toContain(
    'The plan is cancel',
  )
})

test.each([
  ['list_runs', { limit: 100_000 }, 'limit'],
  ['list_runs', { filters: { colour: ['red'] } }, 'colour'],
  ['series', { filters: { colour: ['red'] } }, 'colour'],
  ['compare', { query: 'columns=colour' }, 'colour'],
  ['compare', { base: '17.6' }, 'Name both base and candidate'],
])('%s with %j is refused with the field', async (name, input, field) => {
  const wrong = await call(await connect(token), name, { project: 'lab', ...input })
  expect(wrong).toMatchObject({ failed: true, text: expect.stringContaining(field) })
})

test.each([
  ['a cookie is not a caller', { cookie: 'assay.session=1' }, {}, 200],
  ['GET opens no stream', {}, { method: 'GET', body: null }, 405],
  ['batches are refused', {}, { body: '[]' }, 400],
  ['an unknown token is refused', { authorization: 'Bearer assay_wrong' }, {}, 401],
  ['other content types are refused', { 'content-type': 'text/plain' }, {}, 415],
])('%s', async (_name, headers, init, status) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const accept = 'application/json, text/event-stream'
  const answer = await post(`http://assay.test${MCP_PATH}`, {
    method: 'POST',
    body,
    ...init,
    headers: { 'content-type': 'application/json', accept, ...headers },
  })
  expect(answer.status, await answer.clone().text()).toBe(status)
})

test('the calls of tools are counted in the budget of the caller, by their cost', async () => {
  const limited = await startTestServer({ limits: 'api.token=40/60s' })
  const { token } = await limited.addProject('small')
  const answers: Response[] = []
  for (let at = 0; at < 10; at++) {
    const message = {
      jsonrpc: '2.0',
      id: at,
      method: 'tools/call',
      params: { name: 'explain', arguments: { project: 'small' } },
    }
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    }
    const request = new Request(`http://assay.test${MCP_PATH}`, {
      method: 'POST',
      body: JSON.stringify(message),
      headers,
    })
    answers.push(await handleMcp(request, limited.services))
  }
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(texts.some((text) => text.includes('Too many requests'))).toBe(true)
  await limited.stop()
})
