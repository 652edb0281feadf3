import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { getRequestListener } from '@hono/node-server'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { handleApi } from './handle-api.ts'

let server: TestServer
let token: string
const http = createServer(getRequestListener((request) => handleApi(request, server.services)))

beforeAll(async () => {
  server = await startTestServer()
  ;({ token } = await server.addProject('lab', 'private'))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  http.close()
  http.closeAllConnections()
  await server.stop()
})

/** Starts `assay mcp` as an agent does. */
async function startAgent(url: string): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1' })
  const command = { command: process.execPath, args: [join(ROOT, 'apps/cli/src/main.ts'), 'mcp'] }
  await client.connect(new StdioClientTransport({ ...command, env: { ASSAY_URL: url, ASSAY_TOKEN: token, PATH: '' } }))
  return client
}

// A listening server has an address with a port.
const origin = () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`

test('an agent uses the tools through assay mcp, whose token reads a private project', async () => {
  const client = await startAgent(origin())
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('compare')
  const { content } = await client.callTool({ name: 'list_projects', arguments: {} })
  expect(JSON.stringify(content)).toContain('lab')
  await client.close()
})

test('without a server an agent gets an error that names its address', async () => {
  await expect(startAgent('http://127.0.0.1:9')).rejects.toThrow(/127\.0\.0\.1:9 did not answer/)
})
