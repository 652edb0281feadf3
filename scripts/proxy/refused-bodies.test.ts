import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readTrustedProxies } from '@assay/api/http/client-address'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../lib/postgres/free-port.ts'
import { openProxy } from './open-proxy.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-refused-'))
const socketPath = join(directory, 'process.sock')
/** A process that refuses one run without reading its body, and closes the connection soon. */
const server = createServer((request, response) => {
  if (request.url !== '/api/v1/runs/refused') {
    return void text(request).then((body) => setTimeout(() => response.end(`${body.length}`), 100))
  }
  const { socket } = request
  response.writeHead(401).end('refused')
  setTimeout(() => socket.destroy(), 50)
})
let port: number
let proxy: { close(): Promise<void> }

beforeAll(async () => {
  port = await freePort()
  await once(server.listen(socketPath), 'listening')
  const upstream = { socketPath, isAnswering: () => true, untilAnswering: async () => true }
  const upstreams = { pages: upstream, uploads: upstream, heavy: upstream }
  proxy = await openProxy({ host: '127.0.0.1', port, proxies: readTrustedProxies('') }, upstreams, () => null)
})
afterAll(async () => {
  await proxy.close()
  server.closeAllConnections()
  await once(server.close(), 'close')
  rmSync(directory, { recursive: true, force: true })
})

test('a process that refuses a long body and then closes the connection ends no request of others', async () => {
  // The buffers of the connection hold all of it, so that the proxy has sent it when the response arrives.
  const send = async (id: string) => {
    const init = { method: 'PUT', body: 'x'.repeat(100_000) }
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/runs/${id}`, init)
    return `${answer.status} ${await answer.text()}`
  }
  for (let round = 0; round < 3; round++) {
    expect(await send('refused')).toBe('401 refused')
    expect(await send('stored')).toBe('200 100000')
  }
})
