import type { UploadDocument } from '@assay/domain/run/upload-document'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { callTool, connectMcp } from './testing/mcp-client.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.addProject('lab', 'private')).token
  await upload(token, exampleDocument())
})
afterAll(() => server.stop())

const connect = (bearer: string) => connectMcp(server, bearer)
const call = callTool

async function upload(bearer: string, document: UploadDocument): Promise<void> {
  const stored = await server.send(`/api/v1/runs/${crypto.randomUUID()}`, {
    method: 'PUT',
    body: JSON.stringify(document),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
  })
  expect(stored.status, await stored.clone().text()).toBe(201)
}

test('a metric is found by its name, and a machine with the filter that selects it', async () => {
  const client = await connect(token)
  const metric = await call(client, 'search', { project: 'lab', text: 'qps' })
  expect(metric.text).toMatch(/\| metric \| qps \| - \| .*higher is better/)
  const machine = await call(client, 'search', { project: 'lab', text: 'dell32' })
  expect(machine.text).toContain('| hardware | dell32 | hardware=dell32 |')
})

test('a filter that matches nothing is answered with the values that exist', async () => {
  const client = await connect(token)
  const input = { project: 'lab', filters: { hardware: ['Dell 32'] } }
  const { text } = await call(client, 'list_runs', input)
  expect(text).toContain('No result has the hardware "Dell 32". Its values: dell32')
  const query = 'columns=version&hardware=Dell 32'
  expect((await call(client, 'compare', { project: 'lab', query })).text).toContain('Its values: dell32')
  expect((await call(client, 'series', input)).text).toContain('hardware Dell 32 has no such results; dell32 is shown.')
})

test('a series says which values were chosen, and which others there are', async () => {
  const client = await connect(token)
  const { text, data } = await call(client, 'series', { project: 'lab', filters: {} })
  expect(text).toMatch(/^Series of .*test point-query_range=100/)
  expect(text).toContain('Other values: test update-index_range=100.')
  expect(data).toMatchObject({ others: { test: ['update-index_range=100'] }, replaced: [] })
})

test('two versions are compared in one environment, and the others are named', async () => {
  const { token } = await server.addProject('environments', 'private')
  for (const version of ['1', '2'])
    for (const workload of ['cached', 'IO-bound'])
      await upload(token, exampleDocument({ version, workload: { name: workload } }))
  const client = await connect(token)
  const pair = { project: 'environments', base: '1', candidate: '2' }
  const first = await call(client, 'compare', { ...pair, workload: 'cached' })
  expect(first.text).toContain('Both versions also ran in: dell32 · sysbench · IO-bound.')
  const second = await call(client, 'compare', { ...pair, workload: 'IO-bound' })
  expect(second.text).toContain('Both versions also ran in: dell32 · sysbench · cached.')
})

test('differences stand before the table, and a long list is summarized there and complete below it', async () => {
  const { token } = await server.addProject('mixed', 'private')
  const first = { version: '1', hardware: { name: 'dell32', cores: 32, memoryGb: 128 } }
  const second = {
    ...{ version: '2', hardware: { name: 'pn53', cores: 8, memoryGb: 32 }, config: { name: 'other' } },
    ...{ build: { name: 'o3', compiler: 'clang', flags: '-O3' }, benchmark: { name: 'sysbench', version: '1.1' } },
  }
  for (const document of [first, second]) await upload(token, exampleDocument(document))
  const query = 'columns=version&base=version:1'
  const { text, data } = await call(await connect(token), 'compare', { project: 'mixed', query })
  const { differences } = z.object({ differences: z.array(z.string()).min(4) }).parse(data)
  const [above = '', below = ''] = text.split('| cell |')
  expect(above).toContain('Hardware is on no axis and differs.')
  for (const difference of differences) {
    expect(above).not.toContain(difference)
    expect(below).toContain(difference)
  }
})
